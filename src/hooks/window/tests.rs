//! Compares the tree of heights with plain sums, and checks that the row that a reader reads never
//! moves in a model page.

use proptest::prelude::*;

use super::*;

/// The sum of the heights before a row, without the tree.
fn naive(heights: &Heights, row: usize) -> f64 {
    (0..row).map(|row| heights.of(row)).sum()
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-3
}

/// An event while a list is read.
#[derive(Clone, Debug)]
enum Act {
    Append(usize),
    Prepend(usize),
    Insert(usize, usize),
    Measure(usize, f64),
    Scroll(f64),
    Jump(f64),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        (1..60_usize).prop_map(Act::Append),
        (1..60_usize).prop_map(Act::Prepend),
        (0..500_usize, 1..9_usize).prop_map(|(at, many)| Act::Insert(at, many)),
        (0..500_usize, 1.0..3000.0).prop_map(|(row, height)| Act::Measure(row, height)),
        (-3000.0..3000.0).prop_map(Act::Scroll),
        (0.0..1.0).prop_map(Act::Jump),
    ]
}

/// A model page: a list of rows with real heights. Only drawn rows can be measured.
struct Page {
    real: Vec<f64>,
    heights: Heights,
    drawn: Vec<usize>,
    top: f64,
}

const VIEW: f64 = 700.0;

impl Page {
    fn draw(&mut self) -> bool {
        let plan = Plan::of(&self.heights, self.top..self.top + VIEW, 20);
        let last = self.heights.len() - 1;
        self.drawn
            .retain(|row| plan.kept.contains(row) || *row == last);
        let mut changed = false;
        for row in plan.wanted.chain([last]) {
            if let Err(place) = self.drawn.binary_search(&row) {
                self.drawn.insert(place, row);
                changed = true;
            }
        }
        // A row whose height changed moves the rows below it, also those in view.
        let before = self.heights.total();
        for row in &self.drawn {
            self.heights.set(*row, self.real[*row]);
        }
        changed || !near(before, self.heights.total())
    }

    /// Draws until no row is missing, and keeps `row` at its place in the view.
    fn settle(&mut self, row: usize, place: f64) {
        // Each round but the last draws a new row or measures a changed one.
        for _ in 0..=self.real.len() {
            self.put_back(row, place);
            if !self.draw() {
                break;
            }
        }
        self.put_back(row, place);
    }

    fn put_back(&mut self, row: usize, place: f64) {
        let stood = Stood {
            place,
            scrolled: 0.0,
        };
        self.top = self.heights.before(row) - stood.kept(self.heights.of(row));
    }

    /// A page that shows the end of its list.
    fn at_the_bottom(real: Vec<f64>) -> Self {
        let bottom = real.len() - 1;
        let mut heights = Heights::default();
        heights.splice(0..0, real.len());
        let mut page = Self {
            real,
            heights,
            drawn: Vec::new(),
            top: 0.0,
        };
        page.settle(bottom, VIEW - page.real[bottom]);
        page
    }

    /// The reader scrolls, and the page draws the rows in view.
    fn scroll(&mut self, by: f64) {
        self.top = (self.top + by).clamp(0.0, self.heights.total());
        let (row, place) = self.anchor();
        self.settle(row, place);
    }

    fn anchor(&self) -> (usize, f64) {
        let row = self.heights.at(self.top).unwrap();
        (row, self.heights.before(row) - self.top)
    }

    /// Where the row is on the page: the real heights of the drawn rows above it, plus the room for
    /// those that are not drawn.
    fn drawn_place(&self, row: usize) -> f64 {
        let mut place = 0.0;
        let mut next = 0;
        for drawn in &self.drawn {
            place += self.heights.before(*drawn) - self.heights.before(next);
            if *drawn == row {
                return place;
            }
            place += self.real[*drawn];
            next = drawn + 1;
        }
        f64::NAN
    }
}

/// Real heights for `count` rows, repeated from the seed.
fn real(seed: &[f64], count: usize, from: usize) -> Vec<f64> {
    (0..count)
        .map(|row| seed[(from * 7 + row * 3) % seed.len()])
        .collect()
}

proptest! {
    #[test]
    fn the_tree_agrees_with_plain_sums(
        rows in 0..300_usize,
        measured in proptest::collection::vec((0..300_usize, 0.1..900.0), 0..200),
        (at, many) in (0..300_usize, 0..40_usize),
        place in -100.0..100_000.0,
    ) {
        let mut heights = Heights::default();
        heights.splice(0..0, rows);
        for (row, height) in &measured {
            heights.set(*row, *height);
        }
        let at = at.min(rows);
        heights.splice(at..at, many);
        for (row, height) in measured.iter().rev() {
            heights.set(*row, *height);
        }
        for row in 0..=heights.len() {
            prop_assert!(near(heights.before(row), naive(&heights, row)));
        }
        if let Some(row) = heights.at(place) {
            prop_assert!(row == 0 || heights.before(row) <= place + 1e-3);
            prop_assert!(row + 1 == heights.len() || heights.before(row + 1) > place - 1e-3);
        }
    }

    #[test]
    fn the_row_at_the_top_of_the_view_never_moves_and_all_rows_in_view_are_drawn(
        rows in 1..500_usize,
        seed in proptest::collection::vec(20.0..1500.0, 40),
        acts in proptest::collection::vec(act(), 1..40),
    ) {
        let real = |count: usize, from: usize| real(&seed, count, from);
        let mut page = Page::at_the_bottom(real(rows, 0));
        for (number, act) in acts.into_iter().enumerate() {
            // As a browser does when the list gets shorter.
            page.top = page.top.min(page.heights.total());
            let (mut row, mut place) = page.anchor();
            let mut scrolled = None;
            match act {
                Act::Append(many) => {
                    let end = page.real.len();
                    page.real.extend(real(many, number));
                    page.heights.splice(end..end, many);
                }
                Act::Prepend(many) => {
                    page.real.splice(0..0, real(many, number));
                    page.heights.splice(0..0, many);
                    page.drawn.iter_mut().for_each(|drawn| *drawn += many);
                    row += many;
                }
                Act::Insert(at, many) => {
                    let at = at.min(page.real.len());
                    page.real.splice(at..at, real(many, number));
                    page.heights.splice(at..at, many);
                    let moved = |held: &mut usize| if *held >= at { *held += many };
                    page.drawn.iter_mut().for_each(moved);
                    moved(&mut row);
                }
                Act::Measure(at, height) => {
                    let at = at.min(page.real.len() - 1);
                    page.real[at] = height;
                }
                Act::Scroll(by) => {
                    let to = (page.top + by).clamp(0.0, page.heights.total());
                    scrolled = Some((row, place, to - page.top));
                    page.top = to;
                    (row, place) = page.anchor();
                }
                Act::Jump(part) => {
                    page.top = page.heights.total() * part;
                    (row, place) = page.anchor();
                }
            }
            page.settle(row, place);
            // The reader's row is at the same place, by the real heights too.
            prop_assert!(page.drawn.contains(&row));
            // If the row is now shorter than its part above the view was, its end is at the top of
            // the view: otherwise the row would be out of view.
            let place = place.max(-page.real[row]);
            let now = page.drawn_place(row) - page.top;
            prop_assert!((now - place).abs() < 0.01, "{now} for {place}");
            // However wrong the guessed heights, no scroll moves the content the wrong way.
            if let Some((read, before, by)) = scrolled {
                let moved = page.heights.before(read) - page.top - before;
                prop_assert!(moved * by.signum() < 0.01, "{moved} for a scroll by {by}");
            }
            for seen in page.heights.cover(page.top..page.top + VIEW) {
                prop_assert!(page.drawn.contains(&seen), "{seen} is in view and not drawn");
            }
        }
    }

    #[test]
    fn applying_a_difference_gives_the_wanted_list(
        held in proptest::collection::vec(0..6_u8, 0..20),
        wanted in proptest::collection::vec(0..6_u8, 0..20),
    ) {
        let (old, new) = difference(&held, &wanted);
        let mut made = held.clone();
        made.splice(old, wanted[new].iter().copied());
        prop_assert_eq!(made, wanted);
    }
}

#[test]
fn a_difference_of_added_items_replaces_nothing() {
    assert_eq!(difference(&[3, 4], &[1, 2, 3, 4]), (0..0, 0..2));
    assert_eq!(difference(&[3, 4], &[3, 4, 5]), (2..2, 2..3));
    assert_eq!(difference(&[3, 4], &[3, 9, 4]), (1..1, 1..2));
}

#[test]
fn a_short_list_is_drawn_whole() {
    let mut heights = Heights::default();
    heights.splice(0..0, 20);
    let plan = Plan::of(&heights, 0.0..10.0, 20);
    assert_eq!((plan.wanted, plan.kept), (0..20, 0..20));
    heights.splice(0..0, 1);
    assert!(Plan::of(&heights, 0.0..10.0, 20).wanted.len() < 10);
}

#[test]
fn invalid_heights_are_ignored() {
    let mut heights = Heights::default();
    heights.splice(0..0, 5);
    let before = heights.total();
    heights.set(2, 0.0);
    heights.set(3, f64::NAN);
    heights.set(9, 10.0);
    assert!(near(heights.total(), before));
}

#[test]
fn scrolling_up_to_rows_guessed_too_tall_never_moves_the_reader_down() {
    let mut real = vec![20.0; 71];
    real[70] = 2756.0;
    let mut page = Page::at_the_bottom(real);
    let (last, before) = page.anchor();
    page.scroll(-2100.0);
    let now = page.heights.before(last) - page.top;
    assert!(now > before, "{now} from {before}");
}

#[test]
fn a_row_that_got_shorter_has_at_most_its_height_above_the_view() {
    let stood = |place, scrolled| Stood { place, scrolled };
    assert!(near(stood(-80.0, 0.0).kept(100.0), -80.0));
    assert!(near(stood(-80.0, 0.0).kept(20.0), -20.0));
    assert!(near(stood(90.0, 0.0).kept(20.0), 90.0));
    // The reader's own scroll since then still counts.
    assert!(near(stood(-80.0, 500.0).kept(100.0), -580.0));
    assert!(near(stood(-80.0, 500.0).kept(20.0), -520.0));
    assert!(near(stood(-80.0, -500.0).kept(20.0), 480.0));
}
