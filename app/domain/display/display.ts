/** How a person wants to see the screens: chosen at /settings, for a device or an account. */
export interface Display {
  /** Text size in per cent. */
  text: (typeof textSizes)[number]
  contrast: (typeof contrasts)[number]
  /** Light or dark, or the device's own setting. */
  scheme: (typeof schemes)[number]
  /** One column, no decoration, fewer choices. */
  isPlain: boolean
  hidesPictures: boolean
  /** Messages stay on the page instead of disappearing after some seconds. */
  keepsMessages: boolean
}

export const textSizes = ['100', '125', '150', '200'] as const
export const contrasts = ['usual', 'black-on-white', 'yellow-on-black'] as const
export const schemes = ['device', 'light', 'dark'] as const

export const DEFAULT_DISPLAY: Display = {
  text: '100',
  contrast: 'usual',
  scheme: 'device',
  isPlain: false,
  hidesPictures: false,
  keepsMessages: false,
}

/** The differences from the default display, in a fixed order, such as '150.dark.plain'; '' for the default. At most 288 values. */
export function serializeDisplay({ text, contrast, scheme, isPlain, hidesPictures, keepsMessages }: Display): string {
  return [
    text !== '100' && text,
    contrast !== 'usual' && contrast,
    scheme !== 'device' && scheme,
    isPlain && 'plain',
    hidesPictures && 'no-pictures',
    keepsMessages && 'keep-messages',
  ]
    .filter(Boolean)
    .join('.')
}

/** Parses the text of serializeDisplay, and ignores any other part. */
export function parseDisplay(written: string): Display {
  const parts = written.slice(0, 100).split('.')
  const chosen = <Choice extends string>(choices: readonly Choice[], usual: Choice) =>
    choices.find((choice) => parts.includes(choice)) ?? usual
  return {
    text: chosen(textSizes.slice(1), '100'),
    contrast: chosen(contrasts.slice(1), 'usual'),
    scheme: chosen(schemes.slice(1), 'device'),
    isPlain: parts.includes('plain'),
    hidesPictures: parts.includes('no-pictures'),
    keepsMessages: parts.includes('keep-messages'),
  }
}

/** The attributes of <html> for styles.css and tailwind.config.ts; none for the default display. */
export function getDisplayAttributes({ text, contrast, scheme, isPlain, hidesPictures }: Display) {
  return {
    'data-text': text === '100' ? undefined : text,
    'data-contrast': contrast === 'usual' ? undefined : contrast,
    'data-scheme': scheme === 'device' || contrast !== 'usual' ? undefined : scheme,
    'data-plain': isPlain || undefined,
    'data-pictures': hidesPictures ? 'none' : undefined,
  }
}
