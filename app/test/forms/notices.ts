import { fillIn, type RunningRiverbank } from '../browser'
import { addressIn } from '../screens'
import { always, log, removal, type SiteForm } from './form'

const noticeFields = { Title: 'No bus on Friday', Text: 'Please ring us.', Until: '1 June 2035' }
const noticeAt = (action: string) => (riverbank: RunningRiverbank) =>
  addressIn(riverbank, `/dashboard/notices/:notice/${action}`)

export const noticeForms: SiteForm[] = [
  {
    name: 'Add Notice',
    as: 'aoife',
    at: '/dashboard/notices/new',
    form: '#notice',
    fill: (form) => fillIn(form, noticeFields),
    press: 'Add Notice',
    says: always('Failed to add notice'),
    saved: 'select count(*) as n from notices',
  },
  {
    name: 'Edit Notice',
    as: 'aoife',
    at: noticeAt('edit'),
    form: '#notice',
    fill: (form) => fillIn(form, noticeFields),
    press: 'Save',
    says: always('Failed to update notice'),
    saved: log('changed', 'notice'),
  },
  removal('notice', noticeAt('delete')),
]
