export { AddPanel } from './add-panel'
export { TutorLinks } from './tutor-links'
