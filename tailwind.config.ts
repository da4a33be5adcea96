import type { Config } from 'tailwindcss'

/** The design's tokens. Each contrast was computed with the WCAG 2.2 formula, against `paper` unless noted. Colour never carries meaning alone. */
export default {
  content: ['./app/**/*.{ts,tsx}'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      white: '#FFFFFF',
      paper: '#FCF9F3', // the page: warm white
      sand: '#F3ECDD', // a quiet background; ink on it 12.9:1, river 7.5:1
      tide: '#E3EFF0', // a quiet background; ink on it 12.9:1, river 7.5:1
      ink: { DEFAULT: '#10292D', soft: '#455759' }, // text 14.5:1; secondary text 7.2:1
      river: { DEFAULT: '#0A5160', deep: '#083E4A' }, // links and primary buttons 8.4:1; pressed 11.1:1
      sun: '#F2B53A', // backgrounds and halos, never text; ink on it 8.3:1
      moss: { DEFAULT: '#1F5A3A', tint: '#E4F0E6' }, // success 7.7:1
      brick: { DEFAULT: '#98291B', tint: '#FBE9E4' }, // errors 7.4:1
      stone: '#7C8583', // borders of controls 3.6:1
      line: '#D9D2C2', // decorative borders
      plum: { DEFAULT: '#5E2B52', tint: '#F3E6EF' },
      sky: { DEFAULT: '#1E4A7A', tint: '#E2ECF7' },
      clay: { DEFAULT: '#7A3B12', tint: '#F8E8DB' },
      slate: { DEFAULT: '#3A4653', tint: '#E8EBEE' },
      amber: { DEFAULT: '#664400', tint: '#FCEFCF' },
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
      maxWidth: { measure: '65ch', page: '76rem' },
      minHeight: { control: '48px' },
      maxHeight: { image: '400px', window: '92vh' },
      boxShadow: { card: '0 1px 2px rgb(16 41 45 / 0.08)', raised: '0 8px 28px rgb(16 41 45 / 0.18)' },
    },
  },
} satisfies Config
