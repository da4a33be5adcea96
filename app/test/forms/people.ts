import { fillIn, password, type RunningRiverbank } from '../browser'
import { FAR_OFF, LONG_AGO } from '../newsletters'
import { always, idOf, log, question, removal, type SiteForm } from './form'

const niamh =
  (path = '') =>
  (riverbank: RunningRiverbank) =>
    `/dashboard/profile/people/${idOf(riverbank, 'users', "username = 'demo.student2'")}${path}`
export const peopleForms: SiteForm[] = [
  {
    name: 'Add a person',
    as: 'aoife',
    at: '/dashboard/profile/people/new',
    form: '#person',
    fill: async (form) => {
      await fillIn(form, {
        'First name': 'Seán',
        'Last name': 'Kelly',
        Username: 'sean.kelly',
        Password: 'heron boat lamp',
      })
      await form.getByLabel('Student or tutor').selectOption('student')
    },
    press: 'Add person',
    says: always('Failed to add person'),
    saved: 'select count(*) as n from users',
  },
  {
    name: 'Change a name',
    as: 'aoife',
    at: niamh(),
    form: '#rename',
    fill: (form) => fillIn(form, { 'First name': 'Niamh Marie', 'Last name': 'Burke' }),
    press: 'Save name',
    says: always('Failed to change name'),
    saved: log('renamed', 'account'),
  },
  {
    name: 'Set a password',
    as: 'aoife',
    at: niamh(),
    form: '#password',
    fill: (form) => fillIn(form, { 'New password': 'heron boat lamp' }),
    press: 'Set password',
    says: always('Failed to set password'),
    saved: log('set a password', 'account'),
  },
  {
    name: 'End all sessions',
    as: 'aoife',
    at: (riverbank) => {
      riverbank.change(
        `insert into sessions (userId, cookieHash, tokenHash, createdAt, lastUsedAt, expiresAt, remember)
         select id, 'one', 'two', createdAt, createdAt, '${FAR_OFF}', 0 from users where username = 'demo.student2'`,
      )
      return niamh()(riverbank)
    },
    form: 'form:has(button:text-is("End all sessions"))',
    press: 'End all sessions',
    says: always('Failed to end the sessions'),
    saved: log('ended the sessions', 'account'),
    isQuestion: true,
  },
  question('close account', niamh('/close'), 'account', 'Close account', 'closed'),
  question('erase person', niamh('/erase'), 'account', 'Erase', 'erased'),
  {
    name: 'Change your password',
    as: 'daniel',
    at: '/dashboard/password',
    form: '#own-password',
    fill: (form) => fillIn(form, { 'Your current password': password, 'New password': 'heron boat lamp' }),
    press: 'Change password',
    says: always('Failed to change password'),
    saved: log('set a password', 'account'),
  },
  {
    name: 'Set up a second step',
    as: 'aoife',
    at: '/dashboard/password/second-step',
    form: '#begin',
    fill: (form) => fillIn(form, { 'Your current password': password }),
    press: 'Continue',
    says: always('Failed to set up the second step'),
    saved: 'select count(*) as n from secondSteps',
    fails: 'secondSteps',
  },
  removal('enquiry', (riverbank) => {
    riverbank.change('update enquiries set answeredAt = ?', LONG_AGO)
    return `/dashboard/profile/enquiries/${idOf(riverbank, 'enquiries')}/delete`
  }),
  {
    name: 'Mark as answered',
    as: 'aoife',
    at: '/dashboard/profile/enquiries',
    form: 'form:has(button:text("Mark as answered")) >> nth=0',
    press: 'Mark as answered',
    says: always('Failed to update the enquiry'),
    saved: log('answered', 'enquiry'),
    isQuestion: true,
    toldAbove: true,
  },
]
