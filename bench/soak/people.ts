/** A person whom the load has created. They write again, are read, changed and moved, and perhaps erased in the end. */
export interface Person {
  readonly account: number;
  readonly phone: string;
  /** Their acknowledged submissions. */
  readonly externalIds: string[];
  /** The lead, known when the key may read. */
  leadId?: string;
  /** Number of unanswered calls about them. A person with such a call is not erased. */
  calls: number;
}

/** The newest people of each account. Older ones are only in the database. */
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

  /** Returns a person of the account; undefined when none fits. */
  pick(account: number, fits: (person: Person) => boolean = () => true): Person | undefined {
    const people = this.byAccount.get(account) ?? [];
    const start = Math.floor(this.random() * people.length);
    // A few people are tried in turn: either nearly all of them fit, or none.
    for (let n = 0; n < Math.min(people.length, 10); n++) {
      const person = people[(start + n) % people.length];
      if (person && fits(person)) return person;
    }
    return undefined;
  }

  /** Removes and returns a person without unanswered calls, so that no further call is about them. */
  take(account: number): Person | undefined {
    const person = this.pick(account, ({ calls, leadId }) => calls === 0 && leadId !== undefined);
    const people = this.byAccount.get(account);
    if (person) people?.splice(people.indexOf(person), 1);
    return person;
  }
}
