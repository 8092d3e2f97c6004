export { normaliseMobile } from '#lib/phone';
