export { healthz as GET } from '#lib/http/probes';
