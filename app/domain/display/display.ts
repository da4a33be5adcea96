/** How somebody wants to see the screens: chosen at /settings, for a device or an account. */
export interface Display {
  /** The size of the text in per cent. */
  text: (typeof textSizes)[number]
  contrast: (typeof contrasts)[number]
  /** Light or dark, or as the device is set. */
  scheme: (typeof schemes)[number]
  /** One column, without decoration, with fewer choices. */
  isPlain: boolean
  hidesPictures: boolean
  /** Messages stand on the page instead of leaving after some seconds. */
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

/** What differs from the usual display, always in one order, such as '150.dark.plain'; '' for the usual one. At most 288 texts. */
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

/** The display that a text of serializeDisplay means; of any other text, the parts that it would write. */
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

/** The attributes of <html> that styles.css and tailwind.config.ts go by; none for the usual display. */
export function getDisplayAttributes({ text, contrast, scheme, isPlain, hidesPictures }: Display) {
  return {
    'data-text': text === '100' ? undefined : text,
    'data-contrast': contrast === 'usual' ? undefined : contrast,
    'data-scheme': scheme === 'device' || contrast !== 'usual' ? undefined : scheme,
    'data-plain': isPlain || undefined,
    'data-pictures': hidesPictures ? 'none' : undefined,
  }
}
