import type { Config } from 'tailwindcss'
import plugin from 'tailwindcss/plugin'
import { darkTide, type Palette, palettes, type Theme, themes } from './app/content/themes'

/**
 * Container widths in rem, so that doubled text on a wide screen gets the phone layout (WCAG 1.4.4). One rem less than
 * common screens, for the scroll bar. Browsers before 2023 use the window's width.
 */
const widths = { xs: 22, sm: 40, md: 47, lg: 63, xl: 79 }
const widthVariants = plugin(({ addVariant }) => {
  for (const [name, width] of Object.entries(widths))
    addVariant(name, [
      `@container page (min-width: ${width}rem)`,
      `@supports not (container-type: inline-size) { @media (min-width: ${width}em) }`,
    ])
  // A phone with doubled text.
  addVariant('tiny', '@container page (max-width: 15rem)')
})

/** Converts a palette's name to a custom property: --ink-soft. */
const toCustomProperty = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
const toCustomProperties = (palette: Palette) =>
  Object.fromEntries(Object.entries(palette).map(([name, colour]) => [toCustomProperty(name), colour]))

/** A theme's colours: links (`river`), backgrounds of buttons and footer, and a quiet background. */
const themeProperties = ({ river, deep, tide, night }: Omit<Theme, 'label'>) => ({
  '--river': river,
  '--river-deep': deep,
  '--river-ground': river,
  '--deep-ground': deep,
  '--tide': tide,
  '--night': night,
})

/** The colours chosen in the display settings (app/domain/display), and those of an element's theme for everything in it. */
const themeColours = plugin(({ addBase }) => {
  const { light, dark, 'black-on-white': black, 'yellow-on-black': yellow } = palettes
  // A rule each, since browsers without :has ignore all selectors of a list that has it.
  const inSample = (value: string) => `form:has([value="${value}"]:checked) .sample`
  addBase({
    ':root, .sample': { ...toCustomProperties(light), '--ink-ground': light.ink, 'color-scheme': 'light' },
  })
  for (const [name, theme] of Object.entries(themes))
    addBase({ [`${name === 'river' ? ':root, ' : ''}[data-theme="${name}"]`]: themeProperties(theme) })
  const night = {
    ...toCustomProperties(dark),
    '--river': 'var(--night)',
    '--river-deep': 'var(--night)',
    '--tide': darkTide,
    'color-scheme': 'dark',
  }
  const contrast = ({ ink, paper }: Palette) => ({
    '--river': ink,
    '--river-deep': ink,
    '--river-ground': ink,
    '--deep-ground': ink,
    '--tide': paper,
    ...(ink === '#000000' ? {} : { '--river-ground': paper, '--deep-ground': paper, '--ink-ground': paper }),
  })
  const blackOnWhite = { ...toCustomProperties(black), ...contrast(black) }
  const yellowOnBlack = { ...toCustomProperties(yellow), ...contrast(yellow), 'color-scheme': 'dark' }
  // Print is always black on white.
  addBase({
    '@media screen and (prefers-contrast: more)': {
      ':root:not([data-contrast], [data-scheme="dark"])': blackOnWhite,
    },
  })
  addBase({ '@media screen': { ':root[data-scheme="dark"]': night, [inSample('dark')]: night } })
  addBase({
    '@media screen and (prefers-color-scheme: dark)': {
      ':root:not([data-scheme], [data-contrast])': night,
      [inSample('device')]: night,
    },
  })
  addBase({
    '@media screen': {
      ':root[data-contrast="black-on-white"]': blackOnWhite,
      [inSample('black-on-white')]: blackOnWhite,
      ':root[data-contrast="yellow-on-black"]': yellowOnBlack,
      [inSample('yellow-on-black')]: yellowOnBlack,
    },
  })
})

/** Some of Tailwind's utilities as plain declarations: the originals use variables for features that no screen needs. */
const plainUtilities = plugin(({ matchUtilities, theme }) => {
  matchUtilities(
    {
      'space-y': (value: string) => ({
        '& > :not([hidden]) ~ :not([hidden])': { marginTop: value, marginBottom: '0' },
      }),
    },
    { values: theme('space') },
  )
  matchUtilities(
    { 'divide-y': (value: string) => ({ '& > :not([hidden]) ~ :not([hidden])': { borderTopWidth: value } }) },
    { values: theme('divideWidth') },
  )
  matchUtilities({ shadow: (value: string) => ({ boxShadow: value }) }, { values: theme('boxShadow') })
  matchUtilities({ rotate: (value: string) => ({ transform: `rotate(${value})` }) }, { values: theme('rotate') })
  matchUtilities(
    { 'translate-x': (value: string) => ({ transform: `translate(${value})` }) },
    { values: theme('translate'), supportsNegativeValues: true },
  )
})

/** Space that grows with the text, but takes at most a share of a narrow window, where text needs the room. */
const space = {
  2: 'min(0.5rem, 2.5vw)',
  3: 'min(0.75rem, 4vw)',
  4: 'min(1rem, 5vw)',
  5: 'min(1.25rem, 5vw)',
  6: 'min(1.5rem, 6vw)',
  8: 'min(2rem, 8vw)',
}

/** Design tokens with their values on light pages; app/content/themes.ts has the dark ones. Contrasts are WCAG 2.2's, on `paper` unless noted; `npm run check:access` requires 7:1 of every pair. */
export default {
  content: [
    './app/{root,ui/**/*,routes/**/*,content/**/*}.{ts,tsx}',
    '!./app/**/*.{test,e2e}.*',
    '!./app/**/*.server.*',
  ],
  // Words in our code that Tailwind mistakes for classes.
  blocklist: [
    'ring',
    'truncate',
    'visible',
    'fixed',
    'filter',
    'transform',
    '!page',
    '!month',
    '!table',
    '!day',
    '!place',
    '!note',
  ],
  plugins: [widthVariants, themeColours, plainUtilities],
  corePlugins: {
    container: false,
    // Plain colours: opacity variables were a tenth of the style sheet.
    backgroundOpacity: false,
    borderOpacity: false,
    textOpacity: false,
    // Replaced by `plainUtilities`.
    space: false,
    divideWidth: false,
    boxShadow: false,
    rotate: false,
    translate: false,
  },
  // Sets the defaults of utilities only where they are used.
  experimental: { optimizeUniversalDefaults: true },
  theme: {
    screens: {},
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      white: '#FFFFFF',
      paper: 'var(--paper)', // the page: warm white
      sand: 'var(--sand)', // a quiet background; ink on it 12.9:1, river 7.5:1
      tide: 'var(--tide)', // of the theme: a quiet background; ink on it 12.9:1, river 7.5:1
      ink: { DEFAULT: 'var(--ink)', soft: 'var(--ink-soft)' }, // text 14.5:1; secondary text 8.2:1, on the quiet backgrounds 7.3:1
      river: { DEFAULT: 'var(--river)', deep: 'var(--river-deep)' }, // of the theme: links and primary buttons 8.4:1; pressed 11.1:1
      sun: '#F2B53A', // halos and borders, never text
      moss: { DEFAULT: 'var(--moss)', tint: 'var(--moss-tint)' }, // success 8.6:1, on its tint 7.7:1
      brick: { DEFAULT: 'var(--brick)', tint: 'var(--brick-tint)' }, // errors 8.4:1, on its tint and on sand 7.5:1
      stone: 'var(--stone)', // borders of controls 3.6:1
      line: 'var(--line)', // decorative borders
      plum: { DEFAULT: 'var(--plum)', tint: 'var(--plum-tint)' },
      sky: { DEFAULT: 'var(--sky)', tint: 'var(--sky-tint)' },
      clay: { DEFAULT: 'var(--clay)', tint: 'var(--clay-tint)' },
      slate: { DEFAULT: 'var(--slate)', tint: 'var(--slate-tint)' },
      amber: { DEFAULT: 'var(--amber)', tint: 'var(--amber-tint)' },
    },
    fontFamily: {
      sans: ['system-ui', '-apple-system', '"Segoe UI"', 'Roboto', '"Noto Sans"', 'Ubuntu', 'sans-serif'],
    },
    // Sizes are custom properties (app/styles.css) that grow from 18 px on phones to 20 px on wide screens.
    fontSize: {
      small: ['var(--text-small)', '1.5'],
      body: ['var(--text-body)', '1.6'],
      lead: ['var(--text-lead)', '1.5'],
      h3: ['var(--text-h3)', '1.3'],
      h2: ['var(--text-h2)', '1.2'],
      h1: ['var(--text-h1)', '1.12'],
    },
    borderRadius: { none: '0', sm: '6px', DEFAULT: '12px', full: '9999px' },
    extend: {
      // Backgrounds that are dark under light text on every page.
      backgroundColor: {
        white: 'var(--card)',
        sun: 'var(--sun-ground)', // ink on it 8.3:1
        river: { DEFAULT: 'var(--river-ground)', deep: 'var(--deep-ground)' },
        ink: 'var(--ink-ground)',
      },
      textColor: { white: 'var(--on-river)', tide: 'var(--on-river)' },
      borderColor: { white: 'var(--on-river)' },
      padding: space,
      margin: space,
      gap: space,
      maxWidth: { measure: '65ch', page: '76rem' },
      minHeight: { control: '48px', target: '44px' }, // target: WCAG 2.5.5
      maxHeight: { image: '400px', window: '92vh' },
      boxShadow: { card: '0 1px 2px rgb(16 41 45 / 0.08)', raised: '0 8px 28px rgb(16 41 45 / 0.18)' },
    },
  },
} satisfies Config
