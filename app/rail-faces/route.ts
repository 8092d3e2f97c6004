export { facesRoute as GET } from '#lib/rails/face-routes';
