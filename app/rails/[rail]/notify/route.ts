export { noticeRoute as POST } from '#lib/notices/notice-route';
