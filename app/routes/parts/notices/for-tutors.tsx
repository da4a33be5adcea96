export { PhotoUpload } from './photo-upload'
