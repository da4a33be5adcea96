import { fillIn } from '../browser'
import { always, log, type SiteForm } from './form'

export const websiteForms: SiteForm[] = [
  {
    name: 'The centre’s details',
    as: 'aoife',
    at: '/dashboard/profile/website/centre',
    form: '#centre',
    fill: (form) => fillIn(form, { 'Short name': 'Hazelwood', 'Days and hours': 'Monday to Friday 10:00 - 16:00' }),
    press: 'Save',
    says: always('Failed to save the details'),
    saved: log('changed', 'centre'),
  },
]
