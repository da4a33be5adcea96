/** The labels of the spec's footer, and the pages that they lead to; then ours. */
export const policies = {
  privacy: { to: '/privacy', label: 'Privacy Policy' },
  terms: { to: '/terms', label: 'Terms of Service' },
  accessibility: { to: '/accessibility', label: 'Accessibility' },
  settings: { to: '/settings', label: 'Text size and colours' },
  easyRead: { to: '/easy-read', label: 'Easy Read' },
  notHappy: { to: '/not-happy', label: 'Are you not happy?' },
}
