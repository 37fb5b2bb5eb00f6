/** A person whom the load has made: they write again, are read, changed, moved, and at last perhaps erased. */
export interface Person {
  readonly account: number;
  readonly phone: string;
  /** The external_ids of their acknowledged submissions. */
  readonly externalIds: string[];
  /** Known when the key may read. */
  leadId?: string;
  /** Calls about them that are not answered yet: nobody is erased while one is under way. */
  calls: number;
}

/** The people of an account that are remembered, the newest; older ones are only in the database. */
export class People {
  private readonly byAccount = new Map<number, Person[]>();

  constructor(
    private readonly most: number,
    private readonly random: () => number,
  ) {}

  add(person: Person): void {
    const people = this.byAccount.get(person.account) ?? [];
    people.push(person);
    if (people.length > this.most) people.shift();
    this.byAccount.set(person.account, people);
  }

  /** One of the account; undefined when there is none that fits. */
  pick(account: number, fits: (person: Person) => boolean = () => true): Person | undefined {
    const people = this.byAccount.get(account) ?? [];
    const start = Math.floor(this.random() * people.length);
    // A few in turn: those who do not fit are rare, or all are.
    for (let n = 0; n < Math.min(people.length, 10); n++) {
      const person = people[(start + n) % people.length];
      if (person && fits(person)) return person;
    }
    return undefined;
  }

  /** Takes one whom no call is about, so that none will be. */
  take(account: number): Person | undefined {
    const person = this.pick(account, ({ calls, leadId }) => calls === 0 && leadId !== undefined);
    const people = this.byAccount.get(account);
    if (person) people?.splice(people.indexOf(person), 1);
    return person;
  }
}
