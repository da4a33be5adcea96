export { EditForm } from './edit-form'
export { TutorLinks } from './tutor-links'
export { UploadPanel } from './upload-form'
