export { TutorFiles } from './tutor-files'
