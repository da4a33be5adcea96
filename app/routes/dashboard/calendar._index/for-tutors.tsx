export { ChangeLinks } from './change-links'
export { TutorSection } from './tutor-section'
