import type { Priority } from '@tocsin/contract/api/incident.ts'

/** Template for similar incidents. `{number}` in a text is replaced by a random small number. */
export interface Story {
  type: string
  category: string
  /** Start of the names of the points where the incident can happen; undefined for an incident without a point. */
  point?: string
  names: string[]
  descriptions: string[]
  tags: string[]
  /** Priorities from which one is picked at random. A priority that is listed twice is more likely. */
  priorities: Priority[]
}

export const stories: Story[] = [
  {
    type: 'Refrigeration',
    category: 'Too warm',
    point: 'Freezer',
    names: [
      'Freezer at −{number} °C and rising',
      'Frozen goods soft to the touch',
      'Freezer does not hold its temperature',
    ],
    descriptions: [
      'Sensor has reported more than −15 °C for {number}0 minutes. Door seal looks fine.',
      'Ice cream and fish moved to the second freezer. Compressor runs without a break.',
    ],
    tags: ['sensor', 'compressor'],
    priorities: ['MAJOR', 'MAJOR', 'CRITICAL'],
  },
  {
    type: 'Refrigeration',
    category: 'Icing',
    point: 'Freezer',
    names: ['Ice on the evaporator', 'Lid frozen shut', 'Thick ice behind the baskets'],
    descriptions: ['About {number} cm of ice at the back wall. Needs a defrost before the weekend.'],
    tags: ['defrost'],
    priorities: ['MINOR', 'NORMAL'],
  },
  {
    type: 'Refrigeration',
    category: 'Leak',
    point: 'Cold',
    names: ['Puddle in front of the cold room', 'Water below the cold room door'],
    descriptions: ['Condensate drain seems blocked, {number} litres mopped up since opening. Floor is signed off.'],
    tags: ['water', 'slip-risk'],
    priorities: ['NORMAL', 'MAJOR'],
  },
  {
    type: 'Refrigeration',
    category: 'Alarm',
    point: 'Cold',
    names: ['Door alarm of the cold room keeps sounding', 'Temperature alarm acknowledged by night guard'],
    descriptions: ['Alarm {number} times since midnight; the log shows the door open for a minute each time.'],
    tags: ['night', 'sensor'],
    priorities: ['NORMAL'],
  },
  {
    type: 'Tills and payments',
    category: 'Card terminal',
    point: 'Till',
    names: ['Card terminal loses its connection', 'Contactless payments refused', 'Terminal shows error E{number}7'],
    descriptions: [
      'Customers sent to the next till. Restarting helps for {number} minutes.',
      'Only chip and PIN works.',
    ],
    tags: ['payments', 'network'],
    priorities: ['NORMAL'],
  },
  {
    type: 'Tills and payments',
    category: 'Scanner',
    point: 'Self-checkout',
    names: ['Scanner reads nothing', 'Self-checkout scale out of true', 'Scanner beeps but adds no item'],
    descriptions: [
      'Glass cleaned, cable reseated, no change.',
      'Weighs {number}0 g too much; staff confirm every item.',
    ],
    tags: ['self-checkout'],
    priorities: ['NORMAL'],
  },
  {
    type: 'Tills and payments',
    category: 'Receipt printer',
    point: 'Till',
    names: ['Receipt printer jams', 'Receipts are blank'],
    descriptions: ['Roll changed {number} times today. The cutter sticks.'],
    tags: ['printer'],
    priorities: ['NORMAL'],
  },
  {
    type: 'Deliveries',
    category: 'Late',
    point: 'Truck',
    names: ['Morning delivery {number} hours late', 'Truck stuck behind the bridge closure'],
    descriptions: ['Bakery shelf empty at opening. Driver reports road works near the river.'],
    tags: ['logistics'],
    priorities: ['MINOR', 'NORMAL'],
  },
  {
    type: 'Deliveries',
    category: 'Damaged goods',
    point: 'Dock',
    names: ['{number} crates of yoghurt crushed', 'Pallet toppled at the dock', 'Glass broken in the wine delivery'],
    descriptions: ['Photos taken before unloading. Driver signed the delivery note with a remark.'],
    tags: ['supplier', 'claim'],
    priorities: ['NORMAL', 'MAJOR'],
  },
  {
    type: 'Deliveries',
    category: 'Short delivery',
    names: ['{number} boxes of bananas missing', 'Pallet of mineral water not on the truck'],
    descriptions: ['Counted twice against the delivery note.'],
    tags: ['supplier'],
    priorities: ['MINOR', 'NORMAL'],
  },
  {
    type: 'Deliveries',
    category: 'Broken cold chain',
    point: 'Truck',
    names: ['Chilled goods arrived at 1{number} °C', 'Logger shows a gap in the cold chain'],
    descriptions: ['Refused {number} pallets of dairy. Temperature log of the truck is with quality assurance.'],
    tags: ['cold-chain', 'claim'],
    priorities: ['CRITICAL', 'MAJOR'],
  },
  {
    type: 'Building and safety',
    category: 'Doors',
    point: 'Main entrance',
    names: ['Sliding door closes too early', 'Entrance door stands open', 'Night shutter does not lock'],
    descriptions: [
      'Closed on a customer with a pram, nobody hurt. Switched to manual.',
      'Sensor blinks {number} times, then stops.',
    ],
    tags: ['entrance'],
    priorities: ['NORMAL', 'MAJOR', 'CRITICAL'],
  },
  {
    type: 'Building and safety',
    category: 'Lighting',
    names: ['Emergency exit sign is dark', '{number} lamps out above the vegetables', 'Car park light flickers'],
    descriptions: ['Noticed on the evening round.'],
    tags: ['electrics'],
    priorities: ['MINOR', 'MINOR', 'MAJOR'],
  },
  {
    type: 'Building and safety',
    category: 'Water damage',
    names: ['Water comes through the ceiling', 'Damp wall behind the bakery'],
    descriptions: ['Bucket fills in {number}0 minutes when it rains. Roofer called.'],
    tags: ['water', 'roof'],
    priorities: ['MAJOR', 'CRITICAL'],
  },
  {
    type: 'Building and safety',
    category: 'Slip or fall',
    point: 'Main entrance',
    names: ['Customer slipped on wet floor', 'Colleague stumbled over a pallet jack'],
    descriptions: ['First aid given at the information desk, no ambulance needed. Report form filled in.'],
    tags: ['slip-risk', 'insurance'],
    priorities: ['MAJOR', 'CRITICAL'],
  },
  {
    type: 'Bottle return',
    category: 'Machine jammed',
    names: ['Bottle machine swallows crates', 'Bottle machine jammed again'],
    descriptions: ['Opened and cleared {number} times this week.'],
    tags: ['deposit'],
    priorities: ['MINOR', 'NORMAL'],
  },
  {
    type: 'Bottle return',
    category: 'Container full',
    names: ['Can container full', 'Bottle container full by noon'],
    descriptions: ['Needs a second pick-up on Saturdays.'],
    tags: ['deposit', 'waste'],
    priorities: ['MINOR'],
  },
  {
    type: 'Online orders',
    category: 'Wrong item',
    names: ['Order packed with the wrong milk', '{number} items swapped between two orders'],
    descriptions: ['Customer called; replacement goes out with the evening tour.'],
    tags: ['customer'],
    priorities: ['MINOR', 'NORMAL'],
  },
  {
    type: 'Online orders',
    category: 'Not collected',
    names: ['{number} orders not collected', 'Chilled order left in locker overnight'],
    descriptions: ['Locker emptied, goods written off.'],
    tags: ['customer', 'waste'],
    priorities: ['MINOR'],
  },
]
