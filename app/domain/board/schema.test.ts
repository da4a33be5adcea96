import { describe, expect, it } from 'vitest'
import { payloads } from '~/test/payloads'
import { memberForm, newMember } from './schema'

const brid = { name: 'Bríd Nolan', position: 'Director' }
const messagesOf = (member: unknown) => {
  const result = newMember.safeParse(member)
  return result.error?.issues.map(({ path, message }) => `${path}: ${message}`) ?? []
}

describe('a board member', () => {
  it('needs a name and a position; everything else has its default', () => {
    expect(newMember.parse(brid)).toEqual({
      ...brid,
      bio: null,
      email: null,
      linkedIn: null,
      startDate: null,
      endDate: null,
      displayOrder: 0,
      isCurrent: true,
    })
    expect(messagesOf({ name: ' ' })).toEqual(['name: Name is required', 'position: Position is required'])
  })

  it.each([
    'javascript:alert(1)',
    'in/brid',
    '//linkedin.example',
    'https:linkedin.example',
    'https://',
    'https://a\\b.example',
    'data:text/html,x',
    'java\nscript:alert(1)',
  ])('may not link to %j', (linkedIn) => {
    expect(messagesOf({ ...brid, linkedIn })).toEqual([
      'linkedIn: Please enter a web address that starts with https:// or http://',
    ])
  })

  it('links to nothing that hostile markup asks for', () => {
    const taken = payloads.filter(({ html }) => newMember.safeParse({ ...brid, linkedIn: html }).success)
    expect(taken).toEqual([])
  })

  it.each([
    ['2024-02-29', '2024-02-29'],
    ['1998-09-01', '1998-09-01'],
    ['2025-06-01T00:00:00.000Z', '2025-06-01'],
    ['2025-05-31T23:00:00.000Z', '2025-06-01'],
    [null, null],
    ['', null],
  ])('startDate %j is %j', (startDate, day) => {
    expect(newMember.parse({ ...brid, startDate }).startDate).toBe(day)
  })

  it.each(['2025-02-30', 'soon', 2019, '2025-13-01T00:00:00Z'])('endDate %j is no date', (endDate) => {
    expect(messagesOf({ ...brid, endDate })).toEqual(['endDate: Please enter a date, for example 1 September 2026.'])
  })

  it('may end before it starts', () => {
    expect(messagesOf({ ...brid, startDate: '2020-01-01', endDate: '2019-01-01' })).toEqual([])
  })
})

describe('its form', () => {
  it('says by a box that is not ticked that somebody left', () => {
    expect(memberForm.parse(brid).isCurrent).toBe(false)
    expect(memberForm.parse({ ...brid, isCurrent: 'on' }).isCurrent).toBe(true)
  })

  it('takes a photo of at most 5 MB, and none', () => {
    const photoOf = (size: number) =>
      memberForm.safeParse({ ...brid, photo: new File([new Uint8Array(size)], 'a.png') })
    expect(photoOf(0).data?.photo).toBeUndefined()
    expect(photoOf(5 * 1024 * 1024).success).toBe(true)
    expect(photoOf(5 * 1024 * 1024 + 1).error?.issues[0]?.message).toBe('File size must be less than 5MB.')
    expect(memberForm.safeParse({ ...brid, photo: 'a.png' }).success).toBe(false)
  })
})
