import { expect, it } from 'vitest'
import { toTelephoneLink } from './telephone.server'

it('a number is dialled with its country code', () => {
  for (const [written, digits] of [
    ['+353 (0)20 910 0100', '+353209100100'],
    ['+353 (020) 910 0100', '+353209100100'],
    ['00 353 (0)1 234 5678', '+35312345678'],
    ['353 87 555 0101', '+353875550101'],
    ['+353 1800 123 456', '1800123456'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['0044 7700 900123', '+447700900123'],
    ['+39 (0)6 698 12345', '+390669812345'],
  ] as const)
    expect(toTelephoneLink(written), written).toBe(`tel:${digits}`)
})

it('other numbers are dialled as written', () => {
  for (const [written, digits] of [
    ['(020) 910-0100', '0209100100'],
    ['020\u00a0910\u200b\u20110100\u202c', '0209100100'],
    ['０２０ ９１０ ０１００', '0209100100'],
    ['01 - 234 5678', '012345678'],
    ['048 9032 1234', '04890321234'],
    ['1-800-123 456', '1800123456'],
    ['112', '112'],
    ['Tel.: 020 910 0100.', '0209100100'],
    ['Freephone 1800 123 456', '1800123456'],
  ] as const)
    expect(toTelephoneLink(written), written).toBe(`tel:${digits}`)
})

it('of several numbers the first is dialled', () => {
  for (const [written, digits] of [
    ['020 910 0100/087 555 0101', '0209100100'],
    ['01 234 5678 or 087 555 0101', '012345678'],
    ['01 234 5678 087 555 0101', '012345678'],
    ['+353 20 910 0100 +353 87 555 0101', '+353209100100'],
    ['01 234 5678/9', '012345678'],
    ['087 555 0101 (Mary), 086 555 0102 (Tom)', '0875550101'],
  ] as const)
    expect(toTelephoneLink(written), written).toBe(`tel:${digits}`)
})

it('an extension is dialled too (RFC 3966), other text is not', () => {
  const others = ['ext 12', 'Ext. 12', '(extn: 12)', '/ ext 12 or 13', '#12', ', extension 12', 'x12', ';ext=12']
  for (const written of others.map((text) => `020 910 0100 ${text}`))
    expect(toTelephoneLink(written), written).toBe('tel:0209100100;ext=12')
  const hours = ['(after 5)', '- 9 to 5', '9am-5pm', '10:30 to 16:00', '(24/7)', 'Mon-Fri 9-5', 'option 2']
  for (const written of [...hours.map((text) => `087 555 0101 ${text}`), 'Room 12, 087 555 0101'])
    expect(toTelephoneLink(written), written).toBe('tel:0875550101')
})

it('what is no number of a country’s plan is no link', () => {
  const words = ['', 'Ring us', 'IE029 1234567T', '€087 555 0101', '2026-11-26', '087 555 O101', '0'.repeat(60)]
  const irish = ['12', '50808', '910 0100', '087 555 010', '087 555 01012', '01 874 12345', '028 9032 1234']
  const withdrawn = ['0800 123 4567', '1890 123 456', '076 123 4567', '087 555 0101 2', '011 353 20 910 0100']
  const abroad = ['+353 87 555 010', '+353 999', '+44 20 7946 09', '+1 212 555 012', '+0 123 456 789', '+49 30']
  const codes = ['*123#', '##002#', '*21*0875550101#', '#31#0875550101']
  for (const written of [...words, ...irish, ...withdrawn, ...abroad, ...codes])
    expect(toTelephoneLink(written), written).toBeNull()
})

// Without a bound, each of these takes minutes.
it('a link is read unchanged, and long texts quickly', () => {
  for (const link of ['tel:+353209100100;ext=12', 'tel:0209100100', 'tel:999']) expect(toTelephoneLink(link)).toBe(link)
  for (const text of ['0 ', '(', '+(', '0x', '112 ', '0211111110 ', '1/'])
    expect(toTelephoneLink(text.repeat(500_000))?.length ?? 0).toBeLessThan(20)
})
