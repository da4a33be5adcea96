export { AddNotice, NoticeActions, PastNotices } from './tutor-notices'
