export { ChangeLinks } from './change-links'
export { ShowThisTerm } from './show-this-term'
export { TutorSection } from './tutor-section'
