/** Plain words that are easy to read and to spell; three of them make a password (suggestPassword). */
export const passwordWords = `
  acorn amber anchor apple apron arrow aspen autumn badge baker bamboo banana banjo basil basket beach beacon bean
  beetle berry bicycle biscuit blanket blossom bottle branch bread breeze brick bridge bronze brush bucket butter
  button cabin cactus camel candle canvas carrot castle cedar cello cheese cherry chestnut cinnamon circle clover
  cobble cocoa coffee compass copper coral corner cotton cousin cricket crystal cupboard curtain daisy dancer desert
  dinner dolphin donkey drawer drummer eagle engine evening falcon farmer feather fiddle finger flute forest fossil
  fountain garden garlic ginger glider globe goose granite grape guitar hammer harbour harvest hazel heather hedge
  helmet heron hillside honey horizon hotel island ivory jacket jasmine jigsaw juniper kettle kitchen kitten ladder
  lagoon lantern laptop lavender lemon letter library lilac linen lizard lobster maple marble market meadow melody
  melon minute mirror monday morning mountain mushroom mustard napkin nephew nettle noodle nutmeg oatmeal ocean olive
  onion orange orchard organ otter oyster packet paddle painter pancake parcel parsley pavement peach peanut pebble
  pelican pencil penguin pepper piano picnic pillow pilot pineapple planet plaster plum pocket poem pony poppy potato
  pottery puddle pumpkin puzzle quarter quilt rabbit radio railway rainbow raisin ribbon river robin rocket saddle
  sailor salmon sandal saturn scarf school season shadow shamrock shovel silver singer sister slipper spanner sparrow
  spider spoon spring squirrel stable station stone story summer sunday swallow tablet teacher teapot thistle thunder
  ticket timber toast tomato towel tractor train treacle trumpet tulip tunnel turnip turtle umbrella valley vanilla
  velvet village violet violin waffle wagon walnut water whistle willow window winter yoghurt zebra
`
  .trim()
  .split(/\s+/)
