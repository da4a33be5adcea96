export { PhotoForm } from './photo-form'
