/** The colours of a theme; all other colours are the same in every theme (tailwind.config.ts). */
export interface Theme {
  label: string
  /** Links and primary buttons. */
  river: string
  /** Pressed buttons, and the footer's background. */
  deep: string
  /** A light background. */
  tide: string
  /** Links on a dark page. */
  night: string
}

/** The first is the default. themes.test.ts checks that each has the first one's contrasts, all 7:1 (WCAG 1.4.6). */
export const themes = {
  river: { label: 'River, a blue-green', river: '#0A5160', deep: '#083E4A', tide: '#E3EFF0', night: '#8FD0DC' },
  meadow: { label: 'Meadow, a green', river: '#1B5034', deep: '#143D27', tide: '#E5F1E7', night: '#9AD6AE' },
  lake: { label: 'Lake, a blue', river: '#1D4775', deep: '#163659', tide: '#E5EEF8', night: '#A3CBF7' },
  heather: { label: 'Heather, a purple', river: '#5E2B52', deep: '#46203D', tide: '#F5EAF2', night: '#E3B5D7' },
  bog: { label: 'Bog oak, a brown', river: '#6B3410', deep: '#50270C', tide: '#F9ECE1', night: '#F0BE97' },
} as const satisfies Record<string, Theme>

/** Values of the tokens in tailwind.config.ts on light pages and on dark pages. */
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
  /** A warm background for ink. */
  sunGround: ['#F2B53A', '#543B06'],
  /** Text on river, deep and ink. */
  onRiver: ['#FFFFFF', '#FFFFFF'],
} as const
export type Palette = Record<keyof typeof colours, string>

function createPalette(colourFor: (name: keyof Palette) => string): Palette {
  const names = Object.keys(colours) as (keyof Palette)[]
  return Object.fromEntries(names.map((name) => [name, colourFor(name)])) as Palette
}

const inkNames: readonly string[] = 'ink inkSoft moss brick stone line plum sky clay slate amber'.split(' ')
/** High contrast has only two colours: text and background. */
const createTwoColourPalette = (text: string, background: string) =>
  createPalette((name) => (inkNames.includes(name) ? text : background))

/** The palettes that visitors choose on /settings. */
export const palettes = {
  light: createPalette((name) => colours[name][0]),
  dark: createPalette((name) => colours[name][1]),
  'black-on-white': createTwoColourPalette('#000000', '#FFFFFF'),
  'yellow-on-black': { ...createTwoColourPalette('#FFFF00', '#000000'), onRiver: '#FFFF00' },
}

/** `tide` on dark pages, in every theme. */
export const darkTide = '#1B3438'

export type ThemeName = keyof typeof themes
export const themeNames = Object.keys(themes) as [ThemeName, ...ThemeName[]]

/** The theme of a stored name; the default if it is unknown. */
export function parseThemeName(name: string | undefined): ThemeName {
  return themeNames.find((one) => one === name) ?? 'river'
}
