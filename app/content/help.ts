// Help with logging in: the portal login (/portal, /login) and the page that 'Need help?' opens.

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
    { title: 'Look at what you typed', text: 'Press Show password to see the letters. Press it again to hide them.' },
    {
      title: 'Ask for a new password',
      text: 'If you forgot your password, that is fine. Your tutor can give you a new one in a minute.',
    },
  ],
}

/** After too many log-ins, codes or current passwords that were wrong. */
export const tooManyTries = 'There have been too many tries. Please wait a few minutes and try again.'
