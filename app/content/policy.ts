// What the pages /privacy, /terms and /accessibility are made of. They describe what the website does: a change of that changes
// their texts and dates.

export type PolicySection = {
  heading: string
  paragraphs: readonly string[]
  // Each is a sentence that ends in its date, YYYY-MM-DD.
  dates?: readonly { words: string; date: string }[]
  points?: readonly string[]
  links?: readonly { url: string; text: string }[]
}

export type Policy = {
  title: 'Privacy Policy' | 'Terms of Service' | 'Accessibility'
  // A date as YYYY-MM-DD.
  updated: string
  intro: string
  sections: readonly PolicySection[]
}
