/** Findings that no program can decide and a person accepted: the finding of axe or of the colour check, and the reason. */
export const acceptedFindings: { says: RegExp; because: string }[] = [
  {
    says: /to judge: color-contrast/,
    because:
      'axe can’t see the background of a dialog, a toast or a symbol. findColourPairs in seen.ts can, and they have 7:1.',
  },
  {
    says: /to judge: identical-links-same-purpose/,
    because: 'Links with the same name in the header, menu and footer have the same address.',
  },
  {
    says: /on a picture: <(h1|p)> (Student Portal|Secure access)/,
    because: 'White text on the drawing of the river by night: judged.test.ts requires 7:1 for each of its colours.',
  },
  {
    says: /1280 px: (target-size: .*Is it for several students|.*'(Upload|Document)'.* overlap)/,
    because: 'The Upload button is fixed at the bottom of the window, and content below it scrolls up on focus.',
  },
  {
    says: /1280 px: .* 020 910 0100 is above .* I have a code for today/,
    because: 'The log-in has its own column, and Tab goes through all of it before the help next to it.',
  },
]
