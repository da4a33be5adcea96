import { expect, test } from 'vitest'
import { doctorsOffice, words } from '~/test/doctors-office'
import { startSmtp } from '~/test/smtp'
import { examine } from '../doctor.server'

const office = doctorsOffice()
const { faults, look, mailServer } = office

test('a mail server that refuses the log-in', async () => {
  office.rig.interfere = (stage) => (stage === 'AUTH' ? '535 5.7.8 Not you' : undefined)
  expect(await faults()).toEqual([['mail', words('535 5.7.8 Not you')]])
})

test('a mail server that takes no log-in', async () => {
  const SMTP_URL = await mailServer({ disabledCommands: ['AUTH', 'STARTTLS'] })
  expect(await faults({ SMTP_URL })).toEqual([['mail', words('takes no log-in')]])
})

test('a mail server with a certificate that nobody knows', async () => {
  const SMTP_URL = await mailServer({ secure: true }, 'smtps')
  expect(await faults({ SMTP_URL })).toEqual([['mail', words('certificate')]])
})

test('a mail server that is not there', async () => {
  const gone = await startSmtp()
  await gone.stop()
  const { host } = new URL(gone.url)
  expect(await faults({ SMTP_URL: gone.url })).toEqual([['mail', words(`ECONNREFUSED ${host}`)]])
})

test('a mail server that refuses the sender; and one that takes the mail', async () => {
  office.rig.interfere = (stage) => (stage === 'MAIL' ? '550 5.7.1 Not your address' : undefined)
  expect(await faults({}, 'operator@centre.ie')).toEqual([['mail', words('550 5.7.1 Not your address')]])
  office.rig.interfere = () => undefined
  expect(await faults({}, 'operator@centre.ie')).toEqual([])
  expect(office.rig.mails.map(({ to }) => to)).toEqual(['operator@centre.ie'])
})

test('without --to nothing is sent', async () => {
  await look()
  expect(office.rig.connections).toBe(1)
  expect(office.rig.mails).toEqual([])
})

test('a sender without SPF and DMARC', async () => {
  office.names.texts = {}
  expect(await faults()).toEqual([
    ['spf', words('no SPF record')],
    ['dmarc', words('no DMARC record')],
  ])
})

test.each([
  [['v=spf1 -all', 'v=spf1 mx -all'], '2 SPF records'],
  [['v=spf1 +all'], 'lets everybody send'],
  [['v=spf1 include:mail.example all'], 'lets everybody send'],
  [['v=spf10 -all'], 'no SPF record'],
])('an SPF record like %j', async (texts, says) => {
  office.names.texts['centre.ie'] = texts
  expect(await faults()).toEqual([['spf', words(says)]])
})

test('a DMARC record without a policy; and the one of the domain above', async () => {
  office.names.texts['_dmarc.centre.ie'] = ['v=DMARC1; rua=mailto:a@centre.ie']
  expect(await faults()).toEqual([['dmarc', words('no policy')]])
  office.names.texts['_dmarc.centre.ie'] = ['v=DMARC1; p=reject']
  office.names.texts['mail.centre.ie'] = ['v=spf1 mx ~all']
  expect(await faults({ MAIL_FROM: 'news@mail.centre.ie' })).toEqual([])
})

test('a sender that is nobody’s', async () => {
  expect(await faults({ MAIL_FROM: 'office@riverbank.example' })).toEqual([
    ['spf', words("nobody's")],
    ['dmarc', words("nobody's")],
  ])
})

test('DNS that does not answer is no fault', async () => {
  const found = await examine(office.well, { dns: '127.0.0.1:9' })
  expect(found.filter(({ state }) => state === 'fault')).toEqual([])
  expect(found).toContainEqual({ check: 'spf', state: 'note', says: words("DNS doesn't tell"), todo: undefined })
})
