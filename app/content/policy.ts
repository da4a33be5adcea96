// Structure of /privacy, /terms and /accessibility. They describe the website: when it changes, update their texts and dates.

export type PolicySection = {
  heading: string
  paragraphs: readonly string[]
  // Each sentence ends in its date, YYYY-MM-DD.
  dates?: readonly { words: string; date: string }[]
  points?: readonly string[]
  links?: readonly { url: string; text: string }[]
}

export type Policy = {
  title: 'Privacy Policy' | 'Terms of Service' | 'Accessibility'
  // YYYY-MM-DD.
  updated: string
  intro: string
  sections: readonly PolicySection[]
}
