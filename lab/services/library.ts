import { bodyOf, defineService, parametersOf, reject, type ServiceContext, type Setting } from "./service-app.js";

const defects = {
  "title-recased": "The title of a new book is stored in lower case after its first letter",
  "first-author-only": "Only the first author of a new book is stored",
  "wrong-language-default": "A new book without a language is stored as German",
  "isbn-not-unique": "A second book with the same ISBN is accepted",
  "conflict-overwrites": "A new book that is rejected for its ISBN overwrites the book that has it",
  "patch-pages-ignored": "PATCH of a book ignores the number of pages",
  "patch-next-too": "PATCH of a book also changes the next book",
  "delete-next-too": "DELETE of a book also deletes the next book",
  "search-first-word-only": "The search for a title finds only the first words of titles",
  "author-ignored": "The filter by author is ignored together with another filter",
  "available-inverted": "`available=true` lists the books that are lent, and `false` the others",
  "total-of-page": "`total` is the number of books on the page",
  "offset-skips": "A list with an offset skips a book",
  "lend-without-effect": "A lent book stays available, and can be lent again",
  "return-without-effect": "A return is confirmed, and the loan stays open",
  "others-loans-listed": "A member's list of loans has those of other members",
  "others-loan-returnable": "A member can read, renew and return the loan of another one",
  "note-shared": "A member reads the note of another member on a book",
  "never-overdue": "A loan that is due is not overdue",
  "book-of-loan-stale": "A loan shows its book as it was when it was lent",
} as const;

interface BookInput {
  isbn: string;
  title: string;
  authors: string[];
  year?: number | null;
  pages?: number | null;
  language?: string;
  summary?: string | null;
}

interface Book extends Required<BookInput> {
  id: number;
  added_at: string;
}

interface Loan {
  id: number;
  member: string;
  book: Book;
  /** The book as it was when it was lent. */
  lent: Book;
  lent_at: string;
  due_at: string;
  returned_at: string | null;
  renewals: number;
}

interface BookQuery {
  offset: number;
  limit: number;
  title?: string;
  author?: string;
  language?: string;
  available?: boolean;
  order: "id" | "title" | "-year";
}

const MEMBERS: Readonly<Record<string, string>> = {
  "Bearer token-student": "student",
  "Bearer token-teacher": "teacher",
};
const DAY_MS = 86_400_000;
const BOOKS: BookInput[] = [
  { isbn: "9780000000019", title: "Rivers of the North", authors: ["River Society"], year: 1987, pages: 312 },
  {
    isbn: "9780000000026",
    title: "A Short Walk",
    authors: ["Hill Walkers", "River Society"],
    year: 2003,
    language: "hi",
  },
  { isbn: "9780000000033", title: "Cooking with Roots", authors: ["Root Kitchen"], summary: "Winter dishes" },
  { isbn: "9780000000040", title: "The North Wind", authors: ["Coast Survey"], year: 2015, pages: 98 },
];

/** The library with four books and two members. */
export const library = defineService({
  name: "library",
  defects,
  target: { baseUrl: "https://library.example/api/v3", token: "token-student", secondToken: "token-teacher" },
  errorBody: (status, detail) => ({ error: NAMES[status] ?? "error", detail }),
  callerOf: ({ headers }) => MEMBERS[headers.get("authorization") ?? ""],
  addRoutes,
});

function addRoutes({ app, now, time, has }: Setting<keyof typeof defects>): void {
  let lastId = 100;
  let books: Book[] = BOOKS.map(newBook);
  const loans: Loan[] = [];
  const notes = new Map<string, string>();

  function newBook(input: BookInput): Book {
    return { id: ++lastId, year: null, pages: null, language: "en", summary: null, ...input, added_at: time() };
  }
  const isOut = (book: Book) => loans.some((loan) => loan.book === book && loan.returned_at === null);
  const shown = (book: Book) => ({ ...book, available: !isOut(book) || has("lend-without-effect") });
  const shownLoan = ({ book, lent, ...loan }: Loan) => {
    const { id, title, authors } = has("book-of-loan-stale") ? lent : book;
    const overdue = loan.returned_at === null && Date.parse(loan.due_at) < now() && !has("never-overdue");
    return { ...loan, book: { id, title, authors }, overdue };
  };
  const bookOf = (c: ServiceContext): Book => {
    const id = c.req.param("book_id");
    return books.find((one) => one.id === Number(id)) ?? reject(404, `No book ${id}`);
  };
  const loanOf = (c: ServiceContext): Loan => {
    const found = loans.find(({ id }) => id === Number(c.req.param("loan_id")));
    const isOwn = found?.member === c.get("caller") || has("others-loan-returnable");
    return found && isOwn ? found : reject(404, "No such loan");
  };

  app.get("/me", (c) => {
    const name = c.get("caller");
    return c.json({ name, open_loans: loans.filter((one) => one.member === name && one.returned_at === null).length });
  });

  app.get("/books", (c) => {
    const { offset, limit, title, author, language, available, order } = parametersOf<BookQuery>(c);
    const isFound = (one: Book, text: string) => {
      const [whole, part] = [one.title.toLowerCase(), text.toLowerCase()];
      return has("search-first-word-only") ? whole.startsWith(part) : whole.includes(part);
    };
    const isOther = [title, language, available].some((one) => one !== undefined);
    const wanted = has("available-inverted") && available !== undefined ? !available : available;
    const found = books
      .filter((one) => title === undefined || isFound(one, title))
      .filter((one) => author === undefined || (has("author-ignored") && isOther) || one.authors.includes(author))
      .filter((one) => language === undefined || one.language === language)
      .filter((one) => wanted === undefined || !isOut(one) === wanted);
    if (order === "title") found.sort((left, right) => (left.title < right.title ? -1 : 1));
    if (order === "-year") found.sort((left, right) => (right.year ?? 0) - (left.year ?? 0));
    const start = has("offset-skips") && offset > 0 ? offset + 1 : offset;
    const page = found.slice(start, offset + limit).map(shown);
    return c.json({ books: page, total: has("total-of-page") ? page.length : found.length, offset, limit });
  });
  app.post("/books", (c) => {
    const input = bodyOf<BookInput>(c);
    const taken = books.find(({ isbn }) => isbn === input.isbn);
    if (taken && has("conflict-overwrites")) Object.assign(taken, input);
    if (taken && !has("isbn-not-unique")) reject(409, "The library has a book with this ISBN");
    const book = newBook(input);
    if (has("title-recased")) book.title = book.title.slice(0, 1) + book.title.slice(1).toLowerCase();
    if (has("wrong-language-default")) book.language = input.language ?? "de";
    if (has("first-author-only")) book.authors = book.authors.slice(0, 1);
    books.push(book);
    return c.body(null, 201, { Location: `/api/v3/books/${book.id}` });
  });
  app.get("/books/:book_id", (c) => c.json(shown(bookOf(c))));
  app.patch("/books/:book_id", (c) => {
    const book = bookOf(c);
    const { pages, ...rest } = bodyOf<Partial<Omit<BookInput, "isbn">>>(c);
    const changes = pages === undefined || has("patch-pages-ignored") ? rest : { ...rest, pages };
    Object.assign(book, changes);
    const next = books[books.indexOf(book) + 1];
    if (has("patch-next-too") && next) Object.assign(next, changes);
    return c.json(shown(book));
  });
  app.delete("/books/:book_id", (c) => {
    const book = bookOf(c);
    if (isOut(book)) reject(409, "The book is lent");
    const next = has("delete-next-too") ? books[books.indexOf(book) + 1] : undefined;
    books = books.filter((one) => one !== book && one !== next);
    return c.body(null, 204);
  });

  const noteKey = (c: ServiceContext) => `${has("note-shared") ? "" : c.get("caller")} ${bookOf(c).id}`;
  app.put("/books/:book_id/note", (c) => {
    const { text } = bodyOf<{ text: string }>(c);
    notes.set(noteKey(c), text);
    return c.json({ text });
  });
  app.get("/books/:book_id/note", (c) => c.json({ text: notes.get(noteKey(c)) ?? reject(404, "No note") }));
  app.delete("/books/:book_id/note", (c) => (notes.delete(noteKey(c)) ? c.body(null, 204) : reject(404, "No note")));

  app.get("/loans", (c) => {
    const { open, offset, limit } = parametersOf<{ open?: boolean; offset: number; limit: number }>(c);
    const found = loans
      .filter(({ member }) => member === c.get("caller") || has("others-loans-listed"))
      .filter(({ returned_at }) => open === undefined || (returned_at === null) === open);
    const page = found.slice(offset, offset + limit).map(shownLoan);
    return c.json({ loans: page, total: found.length, offset, limit });
  });
  app.post("/loans", (c) => {
    const { book_id, days = 14 } = bodyOf<{ book_id: number; days?: number }>(c);
    const book = books.find(({ id }) => id === book_id) ?? reject(422, `No book ${book_id}`);
    if (isOut(book) && !has("lend-without-effect")) reject(409, "The book is lent");
    const lentAtMs = now();
    const [lent_at, due_at] = [time(lentAtMs), time(lentAtMs + days * DAY_MS)];
    const state = { lent_at, due_at, returned_at: null, renewals: 0 };
    const loan = { id: ++lastId, member: c.get("caller"), book, lent: { ...book }, ...state };
    loans.push(loan);
    return c.body(null, 201, { Location: `/api/v3/loans/${loan.id}` });
  });
  app.get("/loans/:loan_id", (c) => c.json(shownLoan(loanOf(c))));
  app.post("/loans/:loan_id/renew", (c) => {
    const loan = loanOf(c);
    if (loan.returned_at !== null || loan.renewals === 2) reject(409, "The loan cannot be renewed");
    loan.due_at = time(Date.parse(loan.due_at) + 7 * DAY_MS);
    loan.renewals += 1;
    return c.json(shownLoan(loan));
  });
  app.post("/loans/:loan_id/return", (c) => {
    const loan = loanOf(c);
    if (loan.returned_at !== null) reject(409, "The book was returned");
    const returned = { ...loan, returned_at: time() };
    if (!has("return-without-effect")) loan.returned_at = returned.returned_at;
    return c.json(shownLoan(returned));
  });
}

const NAMES: Readonly<Record<number, string>> = {
  400: "bad_request",
  401: "unauthorized",
  404: "not_found",
  409: "conflict",
  422: "unprocessable",
};
