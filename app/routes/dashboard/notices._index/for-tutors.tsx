export { AddNotice, NoticeDeeds, PastNotices } from './tutor-notices'
