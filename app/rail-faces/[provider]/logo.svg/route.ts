export { logoRoute as GET } from '#lib/rails/face-routes';
