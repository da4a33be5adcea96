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

/** What the tokens of tailwind.config.ts are on a light page, which a centre's theme colours, and on a dark one. */
const colours = {
  paper: ['#FCF9F3', '#0F1C1F'],
  /** Cards and fields. */
  card: ['#FFFFFF', '#16272B'],
  sand: ['#F3ECDD', '#1D3034'],
  ink: ['#10292D', '#F4EFE4'],
  inkSoft: ['#3D4F51', '#C9D2CF'],
  moss: ['#1C5335', '#A9DBB8'],
  mossTint: ['#E4F0E6', '#15301F'],
  brick: ['#8C2518', '#FFBCAF'],
  brickTint: ['#FBE9E4', '#3A1812'],
  /** Borders of controls. */
  stone: ['#7C8583', '#8E9C9A'],
  /** Decorative borders. */
  line: ['#D9D2C2', '#3A4F53'],
  plum: ['#5E2B52', '#E6BCDB'],
  plumTint: ['#F3E6EF', '#33192D'],
  sky: ['#1E4A7A', '#AFD2F7'],
  skyTint: ['#E2ECF7', '#12283F'],
  clay: ['#7A3B12', '#F2C6A2'],
  clayTint: ['#F8E8DB', '#38200F'],
  slate: ['#3A4653', '#C7D0DA'],
  slateTint: ['#E8EBEE', '#222B33'],
  amber: ['#664400', '#F6D28A'],
  amberTint: ['#FCEFCF', '#33270A'],
  /** A warm ground, with ink on it. */
  sunGround: ['#F2B53A', '#543B06'],
  /** Text on river, on its deep and on the ground of ink. */
  onRiver: ['#FFFFFF', '#FFFFFF'],
} as const
export type Palette = Record<keyof typeof colours, string>

/** The palette in which each colour is what `of` makes of it. */
function paletteOf(of: (name: keyof Palette) => string): Palette {
  const names = Object.keys(colours) as (keyof Palette)[]
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Palette
}

const inks: readonly string[] = 'ink inkSoft moss brick stone line plum sky clay slate amber'.split(' ')
/** Of contrast only two colours are left: those of the words and their ground. */
const twoColours = (words: string, ground: string) => paletteOf((name) => (inks.includes(name) ? words : ground))

/** The colours where somebody chose other ones than the light page's (/settings). */
export const palettes = {
  light: paletteOf((name) => colours[name][0]),
  dark: paletteOf((name) => colours[name][1]),
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
