export { ChangeLinks } from './change-links'
export { NotOnWebsite } from './not-on-website'
export { ShowThisTerm } from './show-this-term'
export { TutorSection } from './tutor-section'
