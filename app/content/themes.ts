/** The colours that a centre chooses among, by name; the other colours of the design stay (tailwind.config.ts). */
export interface Theme {
  label: string
  /** Links and primary buttons. */
  river: string
  /** Pressed buttons, and the ground of the footer. */
  deep: string
  /** A quiet ground. */
  tide: string
}

/** The first is what a centre has that chose none. themes.test.ts holds each to the contrasts of the first, all 7:1 (WCAG 1.4.6). */
export const themes = {
  river: { label: 'River, a blue-green', river: '#0A5160', deep: '#083E4A', tide: '#E3EFF0' },
  meadow: { label: 'Meadow, a green', river: '#1B5034', deep: '#143D27', tide: '#E5F1E7' },
  lake: { label: 'Lake, a blue', river: '#1D4775', deep: '#163659', tide: '#E5EEF8' },
  heather: { label: 'Heather, a purple', river: '#5E2B52', deep: '#46203D', tide: '#F5EAF2' },
  bog: { label: 'Bog oak, a brown', river: '#6B3410', deep: '#50270C', tide: '#F9ECE1' },
} as const satisfies Record<string, Theme>

export type ThemeName = keyof typeof themes
export const themeNames = Object.keys(themes) as [ThemeName, ...ThemeName[]]

/** The theme that a stored name means; an unknown one is the first. */
export function themeNamed(name: string | undefined): ThemeName {
  return themeNames.find((one) => one === name) ?? 'river'
}
