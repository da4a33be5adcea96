// Help with logging in, on /portal and /login.

export type HelpTip = {
  title: string
  text: string
}

export const portalHelpText =
  'For help with accessing the student portal, please contact your tutor or the office at {phone}.'

export const loginTips: { heading: string; tips: readonly HelpTip[] } = {
  heading: 'Tips for logging in',
  tips: [
    {
      title: 'Check caps lock',
      text: 'If the caps lock light is on, press the key once to turn it off. Then type your password again.',
    },
    { title: 'Check what you typed', text: 'Press Show to see your password. Press it again to hide it.' },
    {
      title: 'Ask for a new password',
      text: 'It is fine to forget your password. Your tutor can give you a new one in a minute.',
    },
  ],
}

/** Shown after too many wrong log-ins, codes or current passwords. */
export const tooManyAttemptsMessage = 'There have been too many tries. Please wait a few minutes and try again.'
