import { describe, expect, it, test } from 'vitest'
import { darkTide, palettes, parseThemeName, themeNames, themes } from './themes'

/** The relative luminance of a colour (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const { card, paper, sand, ink, inkSoft, brick, moss, amber } = palettes.light

test('contrast is calculated as in WCAG', () => {
  expect(contrast('#000000', '#FFFFFF')).toBe(21)
  expect(contrast('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2)
})

test('there are five themes', () => {
  expect(themeNames).toHaveLength(5)
  expect(parseThemeName('constructor')).toBe('river')
})

describe.each(Object.entries(palettes))('%s', (name, palette) => {
  const { paper, card, sand, ink, inkSoft, onRiver, sunGround, stone } = palette
  const isBlackOrWhite = name.includes('-on-')
  const rivers = isBlackOrWhite ? [ink] : themeNames.map((theme) => themes[theme][name === 'dark' ? 'night' : 'river'])
  const quiet = isBlackOrWhite ? paper : name === 'dark' ? darkTide : themes.river.tide
  const tints = (['moss', 'brick', 'plum', 'sky', 'clay', 'slate', 'amber'] as const).flatMap((colour) => [
    [palette[colour], palette[`${colour}Tint`]],
    [palette[colour], card],
    [ink, palette[`${colour}Tint`]],
  ])
  it.each([
    ...[paper, card, sand, quiet].flatMap((ground) => [ink, inkSoft, ...rivers].map((words) => [words, ground])),
    ...tints,
    [ink, sunGround],
  ] as [string, string][])('%s on %s is 7:1', (words, ground) => {
    expect(contrast(words, ground)).toBeGreaterThanOrEqual(7)
  })
  it('has visible borders of controls and text on buttons', () => {
    for (const ground of [paper, card]) expect(contrast(stone, ground)).toBeGreaterThanOrEqual(3)
    for (const theme of themeNames)
      if (!isBlackOrWhite) expect(contrast(onRiver, themes[theme].river)).toBeGreaterThanOrEqual(7)
  })
})

describe.each(themeNames)('%s', (name) => {
  const { river, deep, tide } = themes[name]
  it.each([
    ...[card, paper, sand, tide].flatMap((ground) => [
      [river, ground],
      [deep, ground],
    ]),
    ...[ink, inkSoft, brick, moss, amber].map((text) => [text, tide]),
  ] as [string, string][])('%s on %s is 7:1', (text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(7)
  })

  // check-access measures only the first theme, so every other theme must have at least its contrasts.
  it('is at least as dark as the first theme in its dark colours, and as light in its light ones', () => {
    expect(luminance(river)).toBeLessThanOrEqual(luminance(themes.river.river))
    expect(luminance(deep)).toBeLessThanOrEqual(luminance(themes.river.deep))
    expect(luminance(tide)).toBeGreaterThanOrEqual(luminance(themes.river.tide))
  })
})
