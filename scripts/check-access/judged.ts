/** Findings that no program can decide and a person accepted: the finding of axe or of the colour check, and the reason. */
export const acceptedFindings: { says: RegExp; because: string }[] = [
  {
    says: /to judge: color-contrast/,
    because:
      'axe can’t tell what lies below a dialog, a toast or a symbol; colourPairs in seen.ts can, and finds them at 7:1.',
  },
  {
    says: /to judge: identical-links-same-purpose/,
    because: 'The links of the header, the menu and the footer that are called alike lead to one address.',
  },
  {
    says: /on a picture: <(h1|p)> (Student Portal|Secure access)/,
    because: 'White on the drawing of the river by night: judged.test.ts holds each of its colours to 7:1.',
  },
  {
    says: /1280 px: (target-size: .*Is it for several students|.*'(Upload|Document)'.* lie on each other)/,
    because:
      'The button of Upload stays at the lower edge of the window, over what is scrolled below it; a focus there scrolls up.',
  },
  {
    says: /1280 px: .* 020 910 0100 stands above .* I have a code for today/,
    because: 'The log-in stands in a column of its own, and is walked through whole before the help beside it.',
  },
]
