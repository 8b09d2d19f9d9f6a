import { bodyOf, defineService, parametersOf, reject, type Setting } from "./service-app.js";

const defects = {
  "create-not-stored": "A new product is returned and not stored",
  "create-price-rounded": "The price of a new product is stored without its cents",
  "create-inactive": "A new product without `active` is stored as inactive",
  "read-another": "A product is read as the one created before it",
  "patch-ignored": "PATCH of a product returns the new values and stores none of them",
  "patch-clears-description": "PATCH of a product without a description clears the description",
  "patch-whole-category": "PATCH of a price changes the prices of the whole category",
  "patch-replaces-dimensions": "PATCH of one dimension sets the others to 0",
  "delete-nothing": "DELETE of a product returns 204 and deletes nothing",
  "delete-still-listed": "A deleted product stays in the list",
  "reviews-outlive-product": "The reviews of a deleted product can still be read",
  "review-of-another-product": "A review can be read below another product",
  "category-ignored": "The filter by category is ignored",
  "in-stock-inverted": "`in_stock=true` lists the products that are out of stock",
  "pages-overlap": "Each page starts with the last product of the previous page",
  "last-page-lost": "The last page is empty when it is not full",
  "total-stale": "X-Total-Count is the number of products at the first request",
  "sku-not-unique": "A second product with the same SKU is accepted",
  "checkout-keeps-stock": "A checkout leaves the stock of the products as it was",
  "cancel-twice": "An order can be canceled again, and its products are put back into stock again",
} as const;

interface Dimensions {
  width: number;
  height: number;
  depth: number;
}

interface ProductInput {
  sku: string;
  name: string;
  category: string;
  price: number;
  description?: string | null;
  stock?: number;
  active?: boolean;
  tags?: string[];
  dimensions?: Partial<Dimensions>;
}

interface Product extends Required<Omit<ProductInput, "dimensions">> {
  id: string;
  dimensions: Dimensions;
  created_at: string;
  updated_at: string;
}

interface Review {
  id: string;
  product_id: string;
  rating: number;
  text: string;
}

interface Cart {
  id: string;
  items: { product_id: string; quantity: number }[];
}

interface Order extends Cart {
  status: "paid" | "canceled";
  total: number;
}

interface ProductQuery {
  page: number;
  per_page: number;
  category?: string;
  in_stock?: boolean;
  q?: string;
  sort: "created" | "name" | "price";
}

const PRODUCTS: ProductInput[] = [
  { sku: "MUG-01", name: "Blue mug", category: "kitchen", price: 8.5, stock: 12, description: "Holds 0.3 liters" },
  { sku: "LMP-20", name: "Desk lamp", category: "office", price: 34.99, stock: 0, tags: ["light"] },
  { sku: "PAN-28", name: "Frying pan", category: "kitchen", price: 41.25, stock: 3, active: false },
];

/** The shop with three products. */
export const shop = defineService({
  name: "shop",
  defects,
  target: { baseUrl: "https://shop.example", token: "" },
  errorBody: (status, detail) => ({ title: "Error", status, detail }),
  addRoutes,
});

function addRoutes({ app, time, has }: Setting<keyof typeof defects>): void {
  let products: Product[] = [];
  const deleted: Product[] = [];
  let reviews: Review[] = [];
  const carts = new Map<string, Cart>();
  const orders: Order[] = [];
  let lastNumber = 0;
  const nextId = (prefix: string) => `${prefix}_${++lastNumber}`;
  for (const one of PRODUCTS) products.push(newProduct(one));
  const firstTotal = products.length;

  function newProduct({ dimensions, ...input }: ProductInput): Product {
    const created_at = time();
    return {
      ...{ description: null, stock: 0, active: true, tags: [], ...input },
      id: nextId("prd"),
      dimensions: { width: 0, height: 0, depth: 0, ...dimensions },
      ...{ created_at, updated_at: created_at },
    };
  }
  const findProduct = (id: string) => products.find((one) => one.id === id) ?? reject(404, `No product ${id}`);
  const cartOf = (id: string) => carts.get(id) ?? reject(404, `No cart ${id}`);
  const orderOf = (id: string) => orders.find((one) => one.id === id) ?? reject(404, `No order ${id}`);

  app.get("/products", (c) => {
    const { page, per_page, category, in_stock, q, sort } = parametersOf<ProductQuery>(c);
    const wantsStock = has("in-stock-inverted") && in_stock !== undefined ? !in_stock : in_stock;
    const found = [...products, ...(has("delete-still-listed") ? deleted : [])]
      .filter((one) => category === undefined || has("category-ignored") || one.category === category)
      .filter((one) => wantsStock === undefined || one.stock > 0 === wantsStock)
      .filter((one) => q === undefined || one.name.toLowerCase().includes(q.toLowerCase()));
    if (sort === "name") found.sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0));
    if (sort === "price") found.sort((left, right) => left.price - right.price);
    const start = (page - 1) * per_page;
    const shown = found.slice(has("pages-overlap") && page > 1 ? start - 1 : start, start + per_page);
    const isCut = has("last-page-lost") && page > 1 && shown.length < per_page;
    const link = (rel: string, other: number) => {
      const url = new URL(c.req.url);
      url.searchParams.set("page", String(other));
      return `<${url.pathname}${url.search}>; rel="${rel}"`;
    };
    const links = [
      ...(page > 1 ? [link("prev", page - 1)] : []),
      ...(start + per_page < found.length ? [link("next", page + 1)] : []),
    ];
    if (links.length > 0) c.header("Link", links.join(", "));
    c.header("X-Total-Count", String(has("total-stale") ? firstTotal : found.length));
    return c.json(isCut ? [] : shown);
  });

  app.post("/products", (c) => {
    const input = bodyOf<ProductInput>(c);
    const isTaken = products.some(({ sku }) => sku === input.sku);
    if (isTaken && !has("sku-not-unique")) reject(409, `The SKU ${input.sku} is taken`);
    const product = newProduct(input);
    const stored = { ...product };
    if (has("create-price-rounded")) stored.price = Math.round(product.price);
    if (has("create-inactive")) stored.active = input.active ?? false;
    if (!has("create-not-stored")) products.push(stored);
    return c.json(product, 201, { Location: `/products/${product.id}` });
  });

  app.get("/products/:productId", (c) => {
    const product = findProduct(c.req.param("productId"));
    const before = products[products.indexOf(product) - 1];
    return c.json(has("read-another") && before ? before : product);
  });

  app.patch("/products/:productId", (c) => {
    const { dimensions, ...changes } = bodyOf<Partial<ProductInput>>(c);
    const product = findProduct(c.req.param("productId"));
    const isTaken = products.some((one) => one !== product && one.sku === changes.sku);
    if (isTaken) reject(409, `The SKU ${changes.sku} is taken`);
    const target = has("patch-ignored") ? structuredClone(product) : product;
    if (has("patch-clears-description")) target.description = null;
    if (has("patch-replaces-dimensions") && dimensions) target.dimensions = { width: 0, height: 0, depth: 0 };
    Object.assign(target, changes, { updated_at: time() });
    Object.assign(target.dimensions, dimensions);
    if (has("patch-whole-category") && changes.price !== undefined) {
      for (const one of products) if (one.category === product.category) one.price = changes.price;
    }
    return c.json(target);
  });

  app.delete("/products/:productId", (c) => {
    const product = findProduct(c.req.param("productId"));
    if (has("delete-nothing")) return c.body(null, 204);
    products = products.filter((one) => one !== product);
    deleted.push(product);
    if (!has("reviews-outlive-product")) reviews = reviews.filter((one) => one.product_id !== product.id);
    return c.body(null, 204);
  });

  const reviewedProduct = (id: string) => {
    const isKept = has("reviews-outlive-product") && deleted.some((one) => one.id === id);
    return isKept ? id : findProduct(id).id;
  };
  app.get("/products/:productId/reviews", (c) => {
    const id = reviewedProduct(c.req.param("productId"));
    return c.json(reviews.filter((one) => one.product_id === id));
  });
  app.post("/products/:productId/reviews", (c) => {
    const product_id = findProduct(c.req.param("productId")).id;
    const review = { id: nextId("rev"), product_id, ...bodyOf<Pick<Review, "rating" | "text">>(c) };
    reviews.push(review);
    return c.json(review, 201, { Location: `/products/${product_id}/reviews/${review.id}` });
  });
  app.get("/products/:productId/reviews/:reviewId", (c) => {
    const id = reviewedProduct(c.req.param("productId"));
    const review = reviews.find((one) => one.id === c.req.param("reviewId"));
    const isOwn = review?.product_id === id || has("review-of-another-product");
    return c.json(review && isOwn ? review : reject(404, "No such review"));
  });

  app.post("/carts", (c) => {
    const cart: Cart = { id: nextId("crt"), items: [] };
    carts.set(cart.id, cart);
    return c.json(cart, 201, { Location: `/carts/${cart.id}` });
  });
  app.get("/carts/:cartId", (c) => c.json(cartOf(c.req.param("cartId"))));
  app.put("/carts/:cartId/items/:productId", (c) => {
    const cart = cartOf(c.req.param("cartId"));
    const product_id = findProduct(c.req.param("productId")).id;
    const { quantity } = bodyOf<{ quantity: number }>(c);
    cart.items = [...cart.items.filter((one) => one.product_id !== product_id), { product_id, quantity }];
    return c.json(cart);
  });
  app.delete("/carts/:cartId/items/:productId", (c) => {
    const cart = cartOf(c.req.param("cartId"));
    const item = cart.items.find((one) => one.product_id === c.req.param("productId")) ?? reject(404, "No such item");
    cart.items.splice(cart.items.indexOf(item), 1);
    return c.body(null, 204);
  });
  app.post("/carts/:cartId/checkout", (c) => {
    const cart = cartOf(c.req.param("cartId"));
    if (cart.items.length === 0) reject(409, "The cart is empty");
    const lines = cart.items.map((item) => ({ ...item, product: findProduct(item.product_id) }));
    if (lines.some(({ quantity, product }) => quantity > product.stock)) reject(422, "Not enough in stock");
    const total =
      lines.reduce((sum, { quantity, product }) => sum + Math.round(quantity * product.price * 100), 0) / 100;
    if (!has("checkout-keeps-stock")) for (const { quantity, product } of lines) product.stock -= quantity;
    const order: Order = { id: nextId("ord"), items: cart.items, status: "paid", total };
    orders.push(order);
    cart.items = [];
    return c.json(order, 201, { Location: `/orders/${order.id}` });
  });

  app.get("/orders", (c) => {
    const { status } = parametersOf<{ status?: Order["status"] }>(c);
    return c.json(orders.filter((one) => status === undefined || one.status === status));
  });
  app.get("/orders/:orderId", (c) => c.json(orderOf(c.req.param("orderId"))));
  app.post("/orders/:orderId/cancel", (c) => {
    const order = orderOf(c.req.param("orderId"));
    if (order.status === "canceled" && !has("cancel-twice")) reject(409, "The order is canceled already");
    order.status = "canceled";
    for (const { product_id, quantity } of order.items) {
      const product = products.find((one) => one.id === product_id);
      if (product) product.stock += quantity;
    }
    return c.json(order);
  });
}
