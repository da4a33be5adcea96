import type { Tutor } from '~/domain/accounts/account'
import { addResource } from '~/domain/resources/resources.server'
import type { NewResource } from '~/domain/resources/schema'
import type { Database } from '~db/schema'

/** Lists show the last one first. */
const resources: NewResource[] = [
  {
    title: 'A break for carers: how respite works',
    description: 'Who to ask, how long it takes, and what other families found useful.',
    category: 'support',
    isPublic: true,
    content: `Respite is a short stay away from home, for a night or for a few days. Your family member is looked after, and you can rest.

## How to ask for it

1. Ring your local HSE disability office and ask for the respite form.
2. Fill it in with your family member. Ask what they would like to do there.
3. Send it back. Keep a copy.

Our office can help with the form. Ring us on any weekday.

## What families told us

<blockquote><p>We packed the bag together and put a photo of home in it. That made the first night easier.</p></blockquote>

- Ask early: places for the summer are gone by Easter.
- Visit the house once before the first stay.
- Write down bedtimes, favourite food and medicines on one page.`,
  },
  {
    title: 'Coming to Riverbank: buses and trains',
    description: 'Which bus stops where, and how to get a free travel card.',
    category: 'information',
    isPublic: true,
    easyRead:
      'You can come by bus.\n\nA tutor meets you at the stop.\n\nYou can travel free. We help you to ask for a card.',
    content: `Most students come by bus. Tutors meet the first buses each morning at the stop.

<table><caption>Buses that stop near us</caption><thead><tr><th scope="col">From</th><th scope="col">Stop</th><th scope="col">Walk to us</th></tr></thead><tbody><tr><th scope="row">City centre</th><td>Church Road</td><td>3 minutes</td></tr><tr><th scope="row">Cabra</th><td>The Library</td><td>6 minutes</td></tr><tr><th scope="row">Finglas</th><td>Canal Bridge</td><td>9 minutes</td></tr></tbody></table>

## Free travel

People who get the Disability Allowance can travel free. [Citizens Information explains how to apply](https://www.citizensinformation.ie/).

## Practising the journey

We can practise the journey with your family member, as often as they need. Tell their tutor.`,
  },
  {
    title: 'Evenings and weekends near us',
    description: 'Clubs, choirs and sports where our students feel welcome.',
    category: 'community',
    isPublic: true,
    content: `Students went to all of these and said that they would go again.

## Sport

- **Swimming**, Tuesday evenings, warm pool with a hoist
- **Bowling**, first Saturday of the month

## Music

- **Community choir**, Thursday evenings: nobody needs to read music

Would you like company on the first evening? Ask us.`,
  },
  {
    title: 'Summer project 2027',
    description: 'A first draft, to talk over with the students.',
    category: 'community',
    isPublic: false,
    content: `## Ideas so far

- A garden for the parish centre
- A week by the sea

We vote in January.`,
  },
]

export async function addDemoResources(db: Database, tutor: Tutor): Promise<void> {
  for (const resource of resources) await addResource(db, tutor, resource)
}
