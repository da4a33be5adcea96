// Default texts of the Easy Read pages: ideas, each with a picture. Sentences have at most twelve words, and pages are at most
// grade 4 (routes/reading.slow.test.ts).

import type { ActivitySymbolName } from './activity-symbols'
import type { IdeaSymbolName } from './idea-symbols'

export type PictureName = ActivitySymbolName | IdeaSymbolName

const createIdea = (symbol: PictureName, text: string) => ({ text, symbol })

const createPage = (heading: string, ideas: readonly ReturnType<typeof createIdea>[]) => ({
  heading,
  ideas: [...ideas],
  isTested: false,
  testedOn: null,
})

export const easyReadContent = {
  home: createPage('Welcome to {shortName}', [
    createIdea('house', '{shortName} is a day centre in {town}.'),
    createIdea('people', 'It is a place for adults with intellectual disabilities to learn.'),
    createIdea('calendar', 'People come here on weekdays.'),
    createIdea('music-choir', 'We sing, paint, cook and learn new things.'),
    createIdea('choose', 'You choose what you want to do.'),
    createIdea('write', 'A tutor helps you to plan your week.'),
    createIdea('tea-break', 'You can visit us. We have tea and show you around.'),
    createIdea('phone', 'Do you want to visit? Ring us on {phone}.'),
    createIdea('computer-skills', 'Are you a student here? You can log in on this website.'),
  ]),
  about: createPage('About {shortName}', [
    createIdea('house', '{shortName} is in {place}.'),
    createIdea('clock', 'We began in 1998. We had one small class.'),
    createIdea('people', 'A few parents and teachers started it.'),
    createIdea('calendar', 'Now we are open five days a week.'),
    createIdea('heart', 'We treat each other well. Each person counts.'),
    createIdea('write', 'Each person here has a plan. Your plan is yours.'),
    createIdea('listen', 'Tell us about your life. We listen.'),
    createIdea('choose', 'You choose what you want to do next.'),
    createIdea('person', 'Your family or a friend can help you.'),
    createIdea('yes', 'You can change your plan at any time.'),
    createIdea('money-management', 'The HSE pays for the centre. CDETB pays for the tutors.'),
  ]),
  activities: createPage('What you can do here', [
    createIdea('choose', 'You choose your classes with your tutor.'),
    createIdea('music-choir', 'You can sing and play music.'),
    createIdea('art', 'You can draw and paint.'),
    createIdea('drama', 'You can act in a play.'),
    createIdea('digital-photography', 'You can take photos.'),
    createIdea('active-healthy-me', 'You can walk, dance and keep fit.'),
    createIdea('life-skills', 'You can learn to cook.'),
    createIdea('literacy-numeracy', 'You can learn to read, write and count.'),
    createIdea('computer-skills', 'You can learn to use a computer.'),
    createIdea('online-safety', 'You can learn to stay safe online.'),
    createIdea('money-management', 'You can learn about money.'),
    createIdea('social-club', 'You can meet your friends.'),
    createIdea('work-experience', 'You can try out a job.'),
  ]),
  achievements: createPage('What we are proud of', [
    createIdea('star', 'We do good work here.'),
    createIdea('qqi-classes', 'Fourteen of us finished a course this year.'),
    createIdea('music-choir', 'Our choir sang in a full church.'),
    createIdea('digital-photography', 'Our photos were on show in the library.'),
    createIdea('work-experience', 'Nine of us worked in shops, cafés and offices.'),
    createIdea('walk', 'Our walking group won a cup.'),
    createIdea('cooking', 'We made our own cookbook.'),
    createIdea('self-advocacy', 'We voted for a student council. It speaks for us.'),
    createIdea('drama', 'In summer we put on a show.'),
    createIdea('tea-break', 'In December you can come for songs and tea.'),
  ]),
  resources: createPage('Who else can help', [
    createIdea('question', 'Do you need help? These people can help you.'),
    createIdea('house', 'The HSE helps you to find a day centre.'),
    createIdea('people', 'Inclusion Ireland speaks up for all of us.'),
    createIdea('talk', 'An advocate helps you to say what you want. It is free.'),
    createIdea('money-management', 'Citizens Information tells you about money and homes.'),
    createIdea('choose', 'You can make your own choices. The law says so.'),
    createIdea('self-advocacy', 'The Decision Support Service can tell you more.'),
    createIdea('person', 'Family Carers Ireland helps people who care for you.'),
    createIdea('phone', 'You can ring us too. Our number is {phone}.'),
  ]),
  contact: createPage('How to reach us', [
    createIdea('phone', 'You can ring us. Our number is {phone}.'),
    createIdea('letter', 'You can send us an email:\n{email}'),
    createIdea('place', 'You can come to us. This is our address:\n{address}'),
    createIdea('calendar', 'We are open from Monday to Friday.'),
    createIdea('clock', 'We open at 9:30. We close at 16:30.'),
    createIdea('bus', 'You can come by bus or by Luas. Both stop near us.'),
    createIdea('ramp', 'There are no steps at the door.'),
    createIdea('people', 'You can bring your family or a friend.'),
  ]),
  privacy: createPage('What we know about you', [
    createIdea('lock', 'Some things about you are private. We look after them.'),
    createIdea('letter', 'You can write to us. Then we keep your name and your message.'),
    createIdea('talk', 'We use them to answer you.'),
    createIdea('book-club', 'You can get our newsletter. Then we keep your email address.'),
    createIdea('no', 'You can stop the newsletter at any time.'),
    createIdea('computer-skills', 'You can log in here. Then we keep your files for you.'),
    createIdea('person', 'You see your files. Your tutors see them too. Other students do not.'),
    createIdea('digital-photography', 'You can say no to a photo of you.'),
    createIdea('money-management', 'We do not sell what we know about you.'),
    createIdea('question', 'You can ask what we keep about you.'),
    createIdea('clock', 'We do not keep it for ever. After some time we remove it.'),
    createIdea('bin', 'You can ask us to change it or remove it.'),
    createIdea('phone', 'Ring us on {phone} or ask your tutor.'),
  ]),
  notHappy: createPage('How to say you are not happy', [
    createIdea('sad', 'Is something wrong here? Please tell us.'),
    createIdea('talk', 'You can talk to your tutor.'),
    createIdea('house', 'You can come to the office.'),
    createIdea('phone', 'You can ring us on {phone}.'),
    createIdea('write', 'You can write to us. Or draw it for us.'),
    createIdea('people', 'You can bring a friend or your family.'),
    createIdea('listen', 'We listen to you. We believe you.'),
    createIdea('heart', 'Nobody will be cross with you. You can still come here.'),
    createIdea('yes', 'We tell you what we will do.'),
    createIdea('self-advocacy', 'An advocate can speak up for you. It is free. Ask us how.'),
    createIdea('question', 'Are you still not happy? Then you can tell the HSE. They call it Your Service Your Say.'),
  ]),
}

/** Easy Read texts without invented facts, in place of those that a centre hid. */
export const neutralEasyRead = {
  about: createPage('About {shortName}', [
    createIdea('house', '{shortName} is in {place}.'),
    createIdea('heart', 'We treat each other well. Each person counts.'),
    createIdea('listen', 'Tell us about your life. We listen.'),
    createIdea('choose', 'You choose what you want to do next.'),
    createIdea('person', 'Your family or a friend can help you.'),
    createIdea('phone', 'Do you want to know more? Ring us on {phone}.'),
  ]),
  achievements: createPage('What we are proud of', [
    createIdea('write', 'We have not written this page yet.'),
    createIdea('phone', 'Do you want to know more? Ring us on {phone}.'),
  ]),
  contact: createPage('How to reach us', [
    createIdea('phone', 'You can ring us. Our number is {phone}.'),
    createIdea('letter', 'You can send us an email:\n{email}'),
    createIdea('place', 'You can come to us. This is our address:\n{address}'),
    createIdea('people', 'You can bring your family or a friend.'),
  ]),
}

export const defaultContactPerson = 'the manager'
