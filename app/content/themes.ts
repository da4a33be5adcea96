/** The colours that a centre chooses among, by name; the other colours of the design stay (tailwind.config.ts). */
export interface Theme {
  label: string
  /** Links and primary buttons. */
  river: string
  /** Pressed buttons, and the ground of the footer. */
  deep: string
  /** A quiet ground. */
  tide: string
  /** Links on a dark page. */
  night: string
}

/** The first is what a centre has that chose none. themes.test.ts holds each to the contrasts of the first, all 7:1 (WCAG 1.4.6). */
export const themes = {
  river: { label: 'River, a blue-green', river: '#0A5160', deep: '#083E4A', tide: '#E3EFF0', night: '#8FD0DC' },
  meadow: { label: 'Meadow, a green', river: '#1B5034', deep: '#143D27', tide: '#E5F1E7', night: '#9AD6AE' },
  lake: { label: 'Lake, a blue', river: '#1D4775', deep: '#163659', tide: '#E5EEF8', night: '#A3CBF7' },
  heather: { label: 'Heather, a purple', river: '#5E2B52', deep: '#46203D', tide: '#F5EAF2', night: '#E3B5D7' },
  bog: { label: 'Bog oak, a brown', river: '#6B3410', deep: '#50270C', tide: '#F9ECE1', night: '#F0BE97' },
} as const satisfies Record<string, Theme>

/** What the tokens of tailwind.config.ts are on a light page, which a centre's theme colours, and where somebody chose otherwise (/settings). */
export interface Palette {
  paper: string
  /** Cards and fields. */
  card: string
  sand: string
  ink: string
  inkSoft: string
  moss: string
  mossTint: string
  brick: string
  brickTint: string
  /** Borders of controls. */
  stone: string
  /** Decorative borders. */
  line: string
  plum: string
  plumTint: string
  sky: string
  skyTint: string
  clay: string
  clayTint: string
  slate: string
  slateTint: string
  amber: string
  amberTint: string
  /** A warm ground, with ink on it. */
  sunGround: string
  /** Text on river, on its deep and on the ground of ink. */
  onRiver: string
}

/** Of contrast only two colours are left: those of the words and their ground. */
function twoColours(words: string, ground: string): Palette {
  const inks = ['ink', 'inkSoft', 'moss', 'brick', 'stone', 'line', 'plum', 'sky', 'clay', 'slate', 'amber'] as const
  const all = Object.keys(light).map((name) => [name, inks.some((ink) => ink === name) ? words : ground])
  return Object.fromEntries(all)
}

const light: Palette = {
  paper: '#FCF9F3',
  card: '#FFFFFF',
  sand: '#F3ECDD',
  ink: '#10292D',
  inkSoft: '#3D4F51',
  moss: '#1C5335',
  mossTint: '#E4F0E6',
  brick: '#8C2518',
  brickTint: '#FBE9E4',
  stone: '#7C8583',
  line: '#D9D2C2',
  plum: '#5E2B52',
  plumTint: '#F3E6EF',
  sky: '#1E4A7A',
  skyTint: '#E2ECF7',
  clay: '#7A3B12',
  clayTint: '#F8E8DB',
  slate: '#3A4653',
  slateTint: '#E8EBEE',
  amber: '#664400',
  amberTint: '#FCEFCF',
  sunGround: '#F2B53A',
  onRiver: '#FFFFFF',
}

const dark: Palette = {
  paper: '#0F1C1F',
  card: '#16272B',
  sand: '#1D3034',
  ink: '#F4EFE4',
  inkSoft: '#C9D2CF',
  moss: '#A9DBB8',
  mossTint: '#15301F',
  brick: '#FFBCAF',
  brickTint: '#3A1812',
  stone: '#8E9C9A',
  line: '#3A4F53',
  plum: '#E6BCDB',
  plumTint: '#33192D',
  sky: '#AFD2F7',
  skyTint: '#12283F',
  clay: '#F2C6A2',
  clayTint: '#38200F',
  slate: '#C7D0DA',
  slateTint: '#222B33',
  amber: '#F6D28A',
  amberTint: '#33270A',
  sunGround: '#543B06',
  onRiver: '#FFFFFF',
}

export const palettes = {
  light,
  dark,
  'black-on-white': twoColours('#000000', '#FFFFFF'),
  'yellow-on-black': { ...twoColours('#FFFF00', '#000000'), onRiver: '#FFFF00' },
}

/** A quiet ground on a dark page, whichever theme. */
export const darkTide = '#1B3438'

export type ThemeName = keyof typeof themes
export const themeNames = Object.keys(themes) as [ThemeName, ...ThemeName[]]

/** The theme that a stored name means; an unknown one is the first. */
export function themeNamed(name: string | undefined): ThemeName {
  return themeNames.find((one) => one === name) ?? 'river'
}
