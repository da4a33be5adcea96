import { termsOfService } from '~/content/terms-of-service'
import { pageTitle } from '~/ui/page-title'
import { PolicyPage } from '~/ui/policy-page'

export const meta = pageTitle(
  'Terms of Service',
  'The rules for using this website and the student portal, in short sentences.',
)

export default function TermsOfService() {
  return <PolicyPage policy={termsOfService} />
}
