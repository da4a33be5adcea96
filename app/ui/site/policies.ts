import { paths } from '~/paths'

/** The pages and labels that the spec wants in the footer, then ours. */
export const policies = {
  privacy: { to: paths.privacy, label: 'Privacy Policy' },
  terms: { to: paths.terms, label: 'Terms of Service' },
  accessibility: { to: paths.accessibility, label: 'Accessibility' },
  settings: { to: paths.settings, label: 'Text size and colours' },
  easyRead: { to: paths.easyRead.home, label: 'Easy Read' },
  notHappy: { to: paths.easyRead.notHappy, label: 'Not happy with something?' },
}
