import { expect, test } from 'vitest'
import { applyTimeAnswer, formatTyped, getTimeQuestion, normalizeTime, parseHours } from './times'

test('the hours of a time', () => {
  for (const [time, hours] of [
    ['14:00-16:00', { start: 840, end: 960 }],
    ['9.30 – 11.00', { start: 570, end: 660 }],
    ['25:00', null],
    ['20:00-00:30', { start: 1200, end: 1470 }],
    ['22.00 – 06.00', { start: 1320, end: 1800 }],
    ['22:00-06:01', null],
    ['All day', null],
    [null, null],
  ] as const)
    expect(parseHours(time), String(time)).toEqual(hours)
})

const read = (text: string, isTyped = true) => {
  const result = normalizeTime(text, { isTyped })
  return 'time' in result ? result.time : result.reason
}

test.each([
  ['0930', '09:30'],
  ['9h30', '09:30'],
  ['9:30:00 AM', '09:30'],
  ['９：30', '09:30'],
  ['from 9:30 until 11', '09:30-11:00'],
  ['von 9 Uhr bis 11 Uhr', '09:00-11:00'],
  ['9:30-2', '09:30-14:00'],
  ['12:30-1:30', '12:30-13:30'],
  ['1:30-3pm', '13:30-15:00'],
  ['20:00-1:30', '20:00-01:30'],
  ['1:30', '1:30 at night, or 13:30 in the afternoon?'],
  ['01:30', '1:30 at night, or 13:30 in the afternoon?'],
  ['2:00-4:00', '2:00-4:00 at night, or 14:00-16:00 in the afternoon?'],
  ['1:30-11:00', '1:30-11:00 at night, or 13:30-23:00 in the afternoon?'],
  ['6:30-8:00', '6:30-08:00 in the morning, or 18:30-20:00 in the evening?'],
  ['6.59', '6:59 in the morning, or 18:59 in the evening?'],
  ['7:00', '07:00'],
  ['0:30', '00:30'],
  ['2:00-1:00', 'The end is not after the start.'],
  ['6:30-5:15', 'The end is not after the start.'],
  ['between 9:30 and 11', '09:30-11:00'],
  ['at 9 o’clock', '09:00'],
  ['13.30h-15hrs', '13:30-15:00'],
  ['10-12', 'We can’t tell if 10-12 is in the morning or in the evening.'],
  ['10', 'We can’t tell if 10 is in the morning or in the evening.'],
  ['9:75', 'There is no 9:75: minutes end at 59.'],
  ['24:30', 'There is no 24:30: hours end at 23.'],
  ['13pm', 'There is no 13pm: with am or pm, hours go from 1 to 12.'],
  ['99:98', 'There is no 99:98: minutes end at 59.'],
  ['9.3', 'Please write the minutes of 9.3 with two digits.'],
  ['soon', ''],
  ['14:00-', ''],
  ['2pm noon', ''],
  ['9'.repeat(60), ''],
  ['16:00-14:00', 'The end is not after the start.'],
  ['20:00-20:00', 'The end is not after the start.'],
  ['22:00-07:00', 'The end is not after the start.'],
  ['20:00-00:30', '20:00-00:30'],
  ['8pm-midnight', '20:00-00:00'],
  ['10-2am', '22:00-02:00'],
  ['midnight-2am', '00:00-02:00'],
  ['2 p.m.', '14:00'],
  ['noon', '12:00'],
  ['9:30 – 4pm', '09:30-16:00'],
  ['14:00 until 16.00', '14:00-16:00'],
  ['all day', 'All day'],
])('a person’s %j is read as %j', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test.each(['01:30', '13:00-01:30', '12:30-01:30', '00:30-02:00', '09:30-11:00', 'All day'])(
  'the stored %s is clear: in a program’s request as it is, and as a form shows it',
  (time) => {
    expect([read(time, false), read(formatTyped(time))]).toEqual([time, time])
  },
)

test.each(['1:30', '6:30-8:00', '5:00-7:00', '6:00-9:00', '2:00-4:00', '1:30-11:00', '4:30-6:00'])(
  'each answer to %s is a time that the same rule takes',
  (typed) => {
    const question = getTimeQuestion(typed)!
    for (const half of ['am', 'pm'] as const) expect(normalizeTime(question[half].text)).toHaveProperty('time')
  },
)

test.each([
  ['pm', ['18:30', '20:00']],
  ['am', ['6:30am', '08:00']],
])('the answer %s makes the start and the end of a session clear', (half, times) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ timeAnswer: `${half} from to`, from: '6:30', to: '8:00' }))
    form.set(name, value)
  applyTimeAnswer(form)
  expect([form.get('from'), form.get('to')]).toEqual(times)
})

test('two answers to the question about times are none', () => {
  const form = new FormData()
  form.set('from', '6:30')
  for (const half of ['am', 'pm']) form.append('timeAnswer', `${half} from`)
  applyTimeAnswer(form)
  expect(form.get('from')).toBe('6:30')
})
