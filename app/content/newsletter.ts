// Tips for writing, on the Newsletter tab.

export const sampleNewsletter = `Dear families and friends,

Welcome to our news for this month!

## What we did
The choir sang at the library, and the hall was full. Well done to everyone who sang for the first time.
In the kitchen we learned to make soup and brown bread.

## Well done
Three students finished a QQI class in Money Management.
One student started work experience in a garden centre.

## Art and words
This painting was made in the art class. It shows the river in autumn.

[picture 1]

## Dates for your diary
- **Friday 12 December, 14:00:** Christmas open afternoon. You are all welcome.
- **Friday 19 December, 13:00:** last day before Christmas.

Thank you for your help and your kind words.

Warm wishes from all of us`

export const writingTips: { heading: string; tips: readonly string[]; reminder: string; note: string } = {
  heading: 'Tips for a good newsletter',
  tips: [
    'Share student achievements.',
    'Include events and their dates.',
    'Mention artwork, poems or projects that you will attach.',
    'Keep a warm tone.',
  ],
  reminder: 'You can add attachments after the newsletter is created, and choose where each picture goes in the text.',
  note: 'Newsletter will be saved as a draft. You can edit it and add attachments before sending.',
}
