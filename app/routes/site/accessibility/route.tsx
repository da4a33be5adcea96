import { accessibilityStatement } from '~/content/accessibility-statement'
import { pageTitle } from '~/ui/page-title'
import { PolicyPage } from '~/ui/policy-page'

export const meta = pageTitle('Accessibility', 'What works on this website, what may not work yet, and how to tell us.')

export default function AccessibilityStatement() {
  return <PolicyPage policy={accessibilityStatement} />
}
