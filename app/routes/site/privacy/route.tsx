import { privacyPolicy } from '~/content/privacy-policy'
import { pageTitle } from '~/ui/page-title'
import { PolicyPage } from '~/ui/policy-page'

export const meta = pageTitle(
  'Privacy Policy',
  'What we keep about you when you use this website, why, and what you can ask us to do.',
)

export default function PrivacyPolicy() {
  return <PolicyPage policy={privacyPolicy} />
}
