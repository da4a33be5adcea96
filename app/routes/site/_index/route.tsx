import { pageTitle } from '~/ui/page-title'

export const meta = pageTitle('')

export default function Home() {
  return <h1>Home</h1>
}
