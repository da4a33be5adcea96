import type { Policy, PolicySection } from './policy'
import {
  backupRetention,
  defaultRetentionMonths,
  formatRetentionPeriod,
  type RetentionCategory,
  type RetentionMonths,
} from './retention-terms'

/** The privacy page's section on retention. It is generated, so that it always matches the retention periods. */
export function createRetentionSection(terms: RetentionMonths = defaultRetentionMonths): PolicySection {
  const formatTerm = (category: RetentionCategory) => formatRetentionPeriod(category, terms)
  return {
    heading: 'How long we keep things',
    paragraphs: [
      'We keep information for as long as there is a good reason, and then we remove it. You can ask us at any ' +
        'time what we still have.',
    ],
    points: [
      `Messages: ${formatTerm('enquiries')} after we answered you. Messages that look like spam: ${formatTerm('enquiries')}.`,
      'Newsletter: your address, and how you agreed, for as long as you are signed up. After you unsubscribe, your ' +
        'address stays on a list so that we do not write to you by mistake. You can ask us to erase it.',
      `Unconfirmed newsletter sign-ups: ${formatTerm('unconfirmedSignUps')}.`,
      `Which newsletters were sent to you: ${formatTerm('readers')}. Other emails to you: ${formatTerm('otherMails')}.`,
      'Portal accounts and files: while you are with us. When you leave, we close the account.',
      `Files of students who left: ${formatTerm('leftFiles')} after that. We make a copy for you first.`,
      `Closed accounts: erased ${formatTerm('closedAccounts')} after that.`,
      `Log-ins: until you log out or the time runs out. For ${formatTerm('endedSessions')} after that, we can see when you were logged in.`,
      `The days when you were absent: ${formatTerm('absences')}.`,
      `The days when you were here, and when you came late or left early: ${formatTerm('attendance')}.`,
      `What we asked you in My say, and what you answered, also with your voice: ${formatTerm('questions')}.`,
      `The log of changes in the portal: ${formatTerm('activity')}.`,
      `What you typed when you were logged out in the middle of a form: ${formatTerm('interruptedForms')}.`,
      `A record that a form was saved, so that it is not saved twice: ${formatTerm('tickets')}.`,
      `Backups: something that was erased stays in our hourly backups for ${backupRetention.hours} hours. It can stay in an ` +
        `older backup for up to ${backupRetention.months} months.`,
    ],
  }
}

/** The heading of the section that follows the section on retention. */
export const HEADING_AFTER_RETENTION = 'Why the law lets us keep it'

export const privacyPolicy: Policy = {
  title: 'Privacy Policy',
  updated: '2026-11-26',
  intro:
    'This page says what {shortName} keeps about you when you use this website, why we keep it and what you can ' +
    'ask us to do. If you would like someone to go through it with you, ring {phone}.',
  sections: [
    {
      heading: 'Who we are',
      paragraphs: [
        '{shortName} is a day service in {place}, run by a charity. The charity is responsible for the ' +
          'information on this website. You can reach us at {email} or {phone}.',
      ],
    },
    {
      heading: 'When you send us a message',
      paragraphs: [
        'Our contact form asks for your name, your email address, a subject and a message. A phone number is optional.',
        'The website keeps your message and sends it by email to our office. We use it to answer you and to ' +
          'arrange a visit if you want one. Messages that look like spam are marked for a person to check. They are ' +
          'not thrown away.',
        'Please do not put medical details in the form. You can tell us those by phone or when we meet.',
      ],
    },
    {
      heading: 'When you sign up for our newsletter',
      paragraphs: [
        'We keep your email address, your name if you gave it, and the day you signed up. We also keep how you ' +
          'agreed: on which page, next to which words, or who told us. If a tutor adds you as a parent or guardian, we ' +
          'may also keep the name of the student you are connected to.',
        'We may send you an email first, to check that the address is yours. We keep a record of which newsletters ' +
          'were sent to you. We do not track who opens them.',
        'Every newsletter has a link to unsubscribe. Open it and press the button, and the newsletters stop. If you ' +
          'no longer have one of our newsletters, we can send you the link.',
      ],
      links: [{ url: '/unsubscribe', text: 'Unsubscribe' }],
    },
    {
      heading: 'When you use the student portal',
      paragraphs: [
        'Only people with an account can use the portal. Tutors make the accounts. For each person we keep:',
      ],
      points: [
        'your name, your username and whether you are a student or a tutor',
        'a scrambled form of your password, made with a method called argon2id, so that nobody can read the ' +
          'password itself',
        'for tutors who log in with a code from their phone: the key that makes those codes, in a locked form',
        'a record of each log-in that is still open, and when it was last used',
        'your files, photos and timetables, who added them and when, and when you first opened them',
        'the days when you were here, came late or left early',
        'what you chose to show your family at home',
        'the days when you do not come, with the note that your family or a tutor wrote',
        'what we asked you in My say, and what you answered, also with your voice (only tutors and you can hear it)',
        'what you said about photos of you, who helped you to decide, and which photos you are in',
        'a log of changes in the portal: what was changed, who did it and when',
      ],
    },
    {
      heading: 'Who can see what is in the portal',
      paragraphs: [
        'Students see their own files and timetables, and whatever is shared with all students. They cannot see ' +
          'another student’s own files. Tutors can see all files, and the messages from the contact form.',
        'A tutor can give your family a private link, so that they can tell us when you are not coming. It shows your ' +
          'first name and those days. If you want, it also shows them photos, files and days that you choose, for 30 ' +
          'days. You and we can stop it at any time.',
        'When a photo is uploaded to the portal, we make a new copy and keep only that. The new copy does not hold ' +
          'the place where the photo was taken.',
        'You decide about photos of you. We ask you for each use: in the portal, on the website, in the newsletter, ' +
          'in print and at home. A yes lasts for a year at most. You can withdraw it in the portal, or tell a tutor. Then we hide ' +
          'the photos. We cannot take back what was printed or sent by email.',
      ],
    },
    {
      heading: 'What anyone can see',
      paragraphs: [
        'Our public pages show our directors, our events and the newsletters that were sent. If you are named ' +
          'there and do not want to be, please tell us.',
      ],
    },
    {
      heading: 'Cookies and your browser',
      paragraphs: [
        'A cookie is a small note that a website leaves in your browser. We use eight, and all are needed for the ' +
          'website to work.',
        'If your browser runs JavaScript, it also keeps a login key while you are logged in. The key is called ' +
          'authToken. Logging out removes it.',
      ],
      points: [
        'One cookie keeps you logged in to the portal. It works for up to 12 hours, or 30 days if you ticked ' +
          'Remember me.',
        'One cookie is for tutors who log in with a code from their phone. It remembers for ten minutes that the ' +
          'password was right.',
        'One cookie is for students who log in with a card. It remembers the card, and steps ' +
          'that they scanned, for ten minutes.',
        'One cookie carries a message to the next page, such as ‘Saved’. It is used only once.',
        'One cookie remembers how you want our pages to look, if you chose that. We keep it for a year.',
        'One cookie remembers that you logged in on this device before. It stops people who guess passwords from ' +
          'locking you out. We keep it for a year.',
        'After you log out, one cookie remembers who was logged in. It is gone when you close the browser.',
        'If you were logged out in the middle of a form, one cookie remembers which form it was. It lasts for a day ' +
          'at most.',
      ],
    },
    {
      heading: 'No tracking and no adverts',
      paragraphs: [
        'There are no adverts and no visitor counters here. Our pages load nothing from other companies. We do not ' +
          'sell your information or lend it to anyone.',
        'To slow down spam and the guessing of passwords, the website looks at the internet address that a request ' +
          'comes from. We do not use it to follow what you read.',
        'Some links lead to other websites. Those websites have their own rules.',
      ],
    },
    {
      heading: 'Who helps us to run the website',
      paragraphs: [
        'The company that hosts the website and the company that carries our email handle this information for us. ' +
          'They may use it only to do that work. We share it with others only if you agree or if the law says we ' +
          'must.',
      ],
    },
    {
      heading: HEADING_AFTER_RETENTION,
      paragraphs: [
        'The law on this is called the GDPR. It says that we need a good reason for everything we keep. These are ' +
          'ours.',
        'Having an account here can show that a person has a disability. The law protects that kind of information ' +
          'more strongly. We use it only to run the service.',
      ],
      points: [
        'Messages: you wrote to us, and it is fair to both of us that we answer.',
        'Newsletter: you agreed to get it, and you can change your mind.',
        'Portal: we need it to give you the service that you came for.',
        'Spam checks and logs: we must keep the website and the people who use it safe.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'Under the GDPR you can ask us to do any of these things. It is free. Email {email}, ring {phone} or tell ' +
          'any tutor, and we will answer within one month.',
        'A person you trust can help you to ask. We will check with you that it is what you want.',
      ],
      points: [
        'Tell you what information we keep about you.',
        'Give you a copy of it.',
        'Correct something that is wrong.',
        'Erase something, unless the law says we must keep it.',
        'Stop using it, or use it less, while we sort out a question.',
      ],
    },
    {
      heading: 'If you are not happy with our answer',
      paragraphs: [
        'Please tell us first, so that we can try to put it right. You can also complain to the Data Protection ' +
          'Commission at any time. It is the public body that protects personal information in Ireland.',
      ],
      links: [{ url: 'https://www.dataprotection.ie/', text: 'Visit the Data Protection Commission website' }],
    },
    {
      heading: 'Changes to this page',
      paragraphs: ['If we change how we use information, we change this page and the date on it.'],
    },
  ],
}
