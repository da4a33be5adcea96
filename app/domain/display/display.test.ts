import { expect, test } from 'vitest'
import {
  contrasts,
  DEFAULT_DISPLAY,
  type Display,
  getDisplayAttributes,
  parseDisplay,
  schemes,
  serializeDisplay,
  textSizes,
} from './display'

const ticks = [false, true]
const all: Display[] = textSizes.flatMap((text) =>
  contrasts.flatMap((contrast) =>
    schemes.flatMap((scheme) =>
      ticks.flatMap((isPlain) =>
        ticks.flatMap((hidesPictures) =>
          ticks.map((keepsMessages) => ({ text, contrast, scheme, isPlain, hidesPictures, keepsMessages })),
        ),
      ),
    ),
  ),
)

test('each display has its own text, read back from it; any other text becomes one of the 288', () => {
  for (const display of all) expect(parseDisplay(serializeDisplay(display))).toEqual(display)
  expect(new Set(all.map(serializeDisplay)).size).toBe(288)
  expect(serializeDisplay(DEFAULT_DISPLAY)).toBe('')
  for (const written of [
    '',
    'constructor',
    '__proto__.toString',
    '100.usual.device',
    '.'.repeat(100_000),
    '1500',
    'DARK',
  ])
    expect(parseDisplay(written)).toEqual(DEFAULT_DISPLAY)
  expect(serializeDisplay(parseDisplay('plain.dark.<script>.200.150.plain'))).toBe('150.dark.plain')
})

test('the default display has no attributes, and a contrast decides between light and dark', () => {
  expect(Object.values(getDisplayAttributes(DEFAULT_DISPLAY)).filter(Boolean)).toEqual([])
  expect(getDisplayAttributes(parseDisplay('yellow-on-black.light'))).toMatchObject({
    'data-contrast': 'yellow-on-black',
    'data-scheme': undefined,
  })
})
