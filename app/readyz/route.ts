export { readyz as GET } from '#lib/http/probes';
