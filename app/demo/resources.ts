import type { Tutor } from '~/domain/accounts/account'
import { addResource } from '~/domain/resources/resources.server'
import type { NewResource } from '~/domain/resources/schema'
import type { Database } from '~db/schema'

/** The lists show the last one first. */
const resources: NewResource[] = [
  {
    title: 'A break for carers: how respite works',
    description: 'Who to ask, how long it takes, and what other families found useful.',
    category: 'support',
    isPublic: true,
    content: `<p>Respite is a short stay away from home, for a night or for a few days. Your family member is looked after, and you can rest.</p>
<h2>How to ask for it</h2>
<ol><li>Ring your local HSE disability office and ask for the respite form.</li><li>Fill it in with your family member. Ask what they would like to do there.</li><li>Send it back. Keep a copy.</li></ol>
<p>Our office can help with the form. Ring us on any weekday.</p>
<h2>What families told us</h2>
<blockquote><p>We packed the bag together and put a photo of home in it. That made the first night easier.</p></blockquote>
<ul><li>Ask early: places for the summer are gone by Easter.</li><li>Visit the house once before the first stay.</li><li>Write down bedtimes, favourite food and medicines on one page.</li></ul>`,
  },
  {
    title: 'Coming to Riverbank: buses and trains',
    description: 'Which bus stops where, and how to get a free travel card.',
    category: 'information',
    isPublic: true,
    easyRead:
      'You can come by bus.\n\nA tutor meets you at the stop.\n\nYou can travel free. We help you to ask for a card.',
    content: `<p>Most students come by bus. Tutors meet the first buses each morning at the stop.</p>
<table><caption>Buses that stop near us</caption><thead><tr><th scope="col">From</th><th scope="col">Stop</th><th scope="col">Walk to us</th></tr></thead><tbody><tr><th scope="row">City centre</th><td>Church Road</td><td>3 minutes</td></tr><tr><th scope="row">Cabra</th><td>The Library</td><td>6 minutes</td></tr><tr><th scope="row">Finglas</th><td>Canal Bridge</td><td>9 minutes</td></tr></tbody></table>
<h2>Free travel</h2>
<p>People who get the Disability Allowance can travel free. <a href="https://www.citizensinformation.ie/">Citizens Information explains how to apply</a>.</p>
<h2>Practising the journey</h2>
<p>We can practise the journey with your family member, as often as they need. Tell their tutor.</p>`,
  },
  {
    title: 'Evenings and weekends near us',
    description: 'Clubs, choirs and sports where our students feel welcome.',
    category: 'community',
    isPublic: true,
    content: `<p>Students went to all of these and said that they would go again.</p>
<h2>Sport</h2>
<ul><li><strong>Swimming</strong>, Tuesday evenings, warm pool with a hoist</li><li><strong>Bowling</strong>, first Saturday of the month</li></ul>
<h2>Music</h2>
<ul><li><strong>Community choir</strong>, Thursday evenings: nobody needs to read music</li></ul>
<p>Would you like company on the first evening? Ask us.</p>`,
  },
  {
    title: 'Summer project 2027',
    description: 'A first draft, to talk over with the students.',
    category: 'community',
    isPublic: false,
    content: `<h2>Ideas so far</h2><ul><li>A garden for the parish centre</li><li>A week by the sea</li></ul><p>We vote in January.</p>`,
  },
]

/** Invented resources for families, one of them still hidden, for the demonstration. */
export async function addDemoResources(db: Database, tutor: Tutor): Promise<void> {
  for (const resource of resources) await addResource(db, tutor, resource)
}
